// An extension and an app configure a filter without a second import.
@_exported public import Filter
