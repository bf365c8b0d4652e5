// Keys, audience, envelope and event are the format's, and a backend names them without a second import.
@_exported public import SealEnvelope
