"""A double of Apple's push service: HTTP/2 over TLS on the loopback, with Apple's rules, for tests and for trying things.

Sources of the rules: Apple, "Sending notification requests to APNs", "Establishing a token-based connection to APNs",
"Handling notification responses from APNs". It is a double: it has never seen a phone.
"""
