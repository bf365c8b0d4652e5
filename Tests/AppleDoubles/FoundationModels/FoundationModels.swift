// Nothing of Apple's module is declared: that it can be imported tells an SDK of iOS 26 or later.
