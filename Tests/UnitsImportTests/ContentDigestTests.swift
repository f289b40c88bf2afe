import Testing
import UnitsStore

@testable import UnitsImport

@Suite struct ContentDigestTests {
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `the hash is that of FIPS 180-4`(text: String, count: Int, digest: String) {
    var hash = SHA256()
    for _ in 0..<count { hash.add(text.utf8) }
    let words = hash.finish().map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
    #expect(words.joined() == digest)
  }

  @Test func `an id is a UUID of version 8 and of RFC 9562's variant`() {
    for number in 0..<100 {
      var hash = SHA256()
      hash.add(UInt64(number))
      let text = Array(ContentDigest(hash).id.description)
      #expect(text[14] == "8")
      #expect("89ab".contains(text[19]))
    }
  }

  @Test func `what differs has different ids`() {
    let contents: [(inout SHA256) -> Void] = [
      { $0.add("ab") },
      {
        $0.add("a"); $0.add("b")
      }, { $0.add("") }, { $0.add(nil as Int?) },
      { $0.add(0 as Int?) }, { $0.add(1.0) }, { $0.add(1 as Int?) }, { _ in },
    ]
    let ids = contents.map { add in
      var hash = SHA256()
      add(&hash)
      return ContentDigest(hash).id
    }
    #expect(Set(ids).count == contents.count)
    var zero = SHA256()
    var minusZero = SHA256()
    zero.add(0.0)
    minusZero.add(-0.0)
    #expect(ContentDigest(zero) == ContentDigest(minusZero))
  }
}
