// URLs as text, as people write them: a file's as its path, any other whole.
//
// A text that is read back as another URL is none to store: the path is tried, then the whole, and
// what neither tells, a URL that is relative to another, is refused.

internal import FoundationEssentials

extension URL {
  func storedText() throws(UnstorableValue) -> String {
    // A file's URL may have a query or an escaped slash, which its path does not tell.
    let candidates = isFileURL ? [path(percentEncoded: false), absoluteString] : [absoluteString]
    for text in candidates {
      if let read = URL(stored: text), read == self, read.absoluteString == absoluteString {
        return text
      }
    }
    throw UnstorableValue(reason: "URL that no text alone tells: \(self)")
  }

  /// The URL of a stored text: the whole of one where it has a scheme, a file's path otherwise.
  init?(stored text: String) {
    if let first = text.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "~"),
      let url = URL(string: text), let scheme = url.scheme, !scheme.isEmpty
    {
      self = url
    } else if text == "~" || text.hasPrefix("~/") {
      self = URL.homeDirectory.appending(path: String(text.dropFirst(2)))
    } else {
      self = URL(filePath: text)
    }
  }
}
