// Keys, audience and event are the format's, and an extension names them without a second import.
@_exported public import SealEnvelope
