import SealCrypto
import SealEnvelope

/// What tells an altered copy of a vector from the published one. It proves nothing, and who alters a vector on purpose
/// can compute it anew; but inputs that decide nothing in a vector, such as a time in the middle of a window, could else
/// change unseen.
enum VectorDigest {
  /// SHA-256, in hexadecimal, of the compact JSON of the group without its `tests`, then that of the vector without its
  /// `digest`: members in their order, no white space, nothing escaped that need not be.
  static func of(_ test: JSONObject, in group: JSONObject) throws(VectorFault) -> String {
    var (test, group) = (test, group)
    test["digest"] = nil
    group["tests"] = nil
    let text: [UInt8]
    do throws(FormatError) { text = try JSONWriter.text(group) + JSONWriter.text(test) } catch {
      throw VectorFault(error.reason)
    }
    do throws(CryptoError) { return Hexadecimal.text(try SHA256.hash(text.memory.span)) } catch {
      throw VectorFault("\(error)")
    }
  }
}
