/// What somebody may have meant.
enum Suggestion {
  /// `; did you mean …?`, or nothing where no word is near.
  static func phrase(for word: String, among words: [String]) -> String {
    // A long stranger is no typing error, and comparing it would cost its length.
    guard word.utf8.count <= 40 else { return "" }
    let bare = word.drop { $0 == "-" }
    let ranked = words.map { (word: $0, distance: distance(String(bare), String($0.drop { $0 == "-" }))) }
    guard let nearest = ranked.min(by: { $0.distance < $1.distance }), nearest.distance <= max(1, bare.count / 3) else {
      return ""
    }
    return "; did you mean \(nearest.word)?"
  }

  /// How many letters have to be put in, taken out, replaced, or swapped with their neighbour.
  private static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
