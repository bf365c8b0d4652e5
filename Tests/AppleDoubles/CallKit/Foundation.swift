// What Foundation has at Apple: the app group's container, for a Call Directory extension that imports nothing of ours.
@_exported public import AppGroups
