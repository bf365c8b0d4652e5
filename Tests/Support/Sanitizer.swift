import Foundation

/// Whether the tests run under the address or the thread sanitizer, which keeps the memory of a process in another way
/// and costs most of what is measured. A test that cannot be had with one says so by `.disabled(if: Sanitizer.isOn)`.
public enum Sanitizer {
  /// Looked for once.
  public static let isOn = unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
