// Keys, ledger and content are the same for extension and app.
@_exported public import FilterDevice
