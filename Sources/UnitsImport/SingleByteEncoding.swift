// Encodings of one byte a character: the upper halves of the ISO 8859 and Windows families, as
// Unicode's tables have them (unicode.org/Public/MAPPINGS).

/// An encoding whose lower half is ASCII.
enum SingleByteEncoding: Equatable, Sendable {
  /// By its part of ISO 8859: 2 to 16, without 12. The first is read as Windows 1252, which has
  /// letters where it has what no text has.
  case iso8859(Int)
  /// By the number of its code page: 874, 1250 to 1258.
  case windows(Int)

  /// By the name that a document declares, whatever its case and signs: `ISO-8859-15`, `latin1`,
  /// `cp1252`. Nil for others.
  init?(named name: String) {
    let plain = String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    if let number = Self.number(behind: ["iso8859"], of: plain) {
      self = number == 1 ? .windows(1252) : .iso8859(number)
    } else if let number = Self.number(behind: ["latin", "l"], of: plain) {
      guard let part = Self.parts[number] else { return nil }
      self = part == 1 ? .windows(1252) : .iso8859(part)
    } else if let number = Self.number(behind: ["windows", "win", "cp", "xcp"], of: plain) {
      self = .windows(number)
    } else {
      return nil
    }
    guard !upperHalf.isEmpty else { return nil }
  }

  /// The parts of ISO 8859 by the numbers of the Latin alphabets.
  private static let parts = [
    1: 1, 2: 2, 3: 3, 4: 4, 5: 9, 6: 10, 7: 13, 8: 14, 9: 15, 10: 16,
  ]

  private static func number(behind prefixes: [String], of name: String) -> Int? {
    for prefix in prefixes where name.hasPrefix(prefix) {
      if let number = Int(name.dropFirst(prefix.count)) { return number }
    }
    return nil
  }

  /// The UTF-8 of every byte.
  func characters() -> [[UInt8]] {
    let upper = upperHalf.unicodeScalars
    // What is above the half has no name of its own: the control characters of ISO 8859.
    let controls = 128 - upper.count
    let lower = (0..<(128 + controls)).map { Unicode.Scalar(UInt8($0)) }
    return (lower + upper).map { Array(String($0).utf8) }
  }

  /// From 0xA0 on for ISO 8859, from 0x80 on for Windows; empty for what is none.
  private var upperHalf: String {
    switch self {
    case .iso8859(2):
      """
      \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęë\
      ěíîďđńňóôőö÷řůúűüýţ˙
      """
    case .iso8859(3):
      """
      \u{A0}Ħ˘£¤\u{FFFD}Ĥ§¨İŞĞĴ\u{AD}\u{FFFD}Ż°ħ²³´µĥ·¸ışğĵ½\u{FFFD}żÀÁÂ\u{FFFD}ÄĊĈÇÈÉÊËÌÍÎÏ\
      \u{FFFD}ÑÒÓÔĠÖ×ĜÙÚÛÜŬŜßàáâ\u{FFFD}äċĉçèéêëìíîï\u{FFFD}ñòóôġö÷ĝùúûüŭŝ˙
      """
    case .iso8859(4):
      """
      \u{A0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{AD}Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪßāáâãäåæįčéęë\
      ėíîīđņōķôõö÷øųúûüũū˙
      """
    case .iso8859(5):
      """
      \u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъы\
      ьэюя№ёђѓєѕіїјљњћќ§ўџ
      """
    case .iso8859(6):
      """
      \u{A0}\u{FFFD}\u{FFFD}\u{FFFD}¤\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
      \u{FFFD}،\u{AD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
      \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{61B}\u{FFFD}\u{FFFD}\u{FFFD}\u{61F}\u{FFFD}\
      \u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62A}\u{62B}\u{62C}\
      \u{62D}\u{62E}\u{62F}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\
      \u{639}\u{63A}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{640}\u{641}\u{642}\u{643}\
      \u{644}\u{645}\u{646}\u{647}\u{648}\u{649}\u{64A}\u{64B}\u{64C}\u{64D}\u{64E}\u{64F}\
      \u{650}\u{651}\u{652}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
      \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}
      """
    case .iso8859(7):
      """
      \u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\u{FFFD}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέ\
      ήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}
      """
    case .iso8859(8):
      """
      \u{A0}\u{FFFD}¢£¤¥¦§¨©×«¬\u{AD}®¯°±²³´µ¶·¸¹÷»¼½¾\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
      \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
      \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
      \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‗\u{5D0}\u{5D1}\u{5D2}\
      \u{5D3}\u{5D4}\u{5D5}\u{5D6}\u{5D7}\u{5D8}\u{5D9}\u{5DA}\u{5DB}\u{5DC}\u{5DD}\u{5DE}\
      \u{5DF}\u{5E0}\u{5E1}\u{5E2}\u{5E3}\u{5E4}\u{5E5}\u{5E6}\u{5E7}\u{5E8}\u{5E9}\u{5EA}\
      \u{FFFD}\u{FFFD}\u{200E}\u{200F}\u{FFFD}
      """
    case .iso8859(9):
      """
      \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèéêë\
      ìíîïğñòóôõö÷øùúûüışÿ
      """
    case .iso8859(10):
      """
      \u{A0}ĄĒĢĪĨĶ§ĻĐŠŦŽ\u{AD}ŪŊ°ąēģīĩķ·ļđšŧž―ūŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞßāáâãäåæįčéęë\
      ėíîïðņōóôõöũøųúûüýþĸ
      """
    case .iso8859(11):
      """
      \u{A0}กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮฯะ\u{E31}าำ\u{E34}\u{E35}\u{E36}\
      \u{E37}\u{E38}\u{E39}\u{E3A}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}฿เแโใไๅๆ\u{E47}\u{E48}\
      \u{E49}\u{E4A}\u{E4B}\u{E4C}\u{E4D}\u{E4E}๏๐๑๒๓๔๕๖๗๘๙๚๛\u{FFFD}\u{FFFD}\u{FFFD}\
      \u{FFFD}
      """
    case .iso8859(13):
      """
      \u{A0}”¢£¤„¦§Ø©Ŗ«¬\u{AD}®Æ°±²³“µ¶·ø¹ŗ»¼½¾æĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāćäåęēčéźė\
      ģķīļšńņóōõö÷ųłśūüżž’
      """
    case .iso8859(14):
      """
      \u{A0}Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u{AD}®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶßàáâãäåæçèéêë\
      ìíîïŵñòóôõöṫøùúûüýŷÿ
      """
    case .iso8859(15):
      """
      \u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêë\
      ìíîïðñòóôõö÷øùúûüýþÿ
      """
    case .iso8859(16):
      """
      \u{A0}ĄąŁ€„Š§š©Ș«Ź\u{AD}źŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêë\
      ìíîïđńòóôőöśűùúûüęțÿ
      """
    case .windows(874):
      """
      €\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}…\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
      \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
      \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮฯะ\
      \u{E31}าำ\u{E34}\u{E35}\u{E36}\u{E37}\u{E38}\u{E39}\u{E3A}\u{FFFD}\u{FFFD}\u{FFFD}\
      \u{FFFD}฿เแโใไๅๆ\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}\u{E4D}\u{E4E}๏๐๑๒๓๔๕๖๗๘๙๚๛\
      \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}
      """
    case .windows(1250):
      """
      €\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\
      \u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüý\
      ţ˙
      """
    case .windows(1251):
      """
      ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГД\
      ЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя
      """
    case .windows(1252):
      """
      €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ\u{A0}¡¢£¤¥¦§¨©ª«¬\
      \u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüý\
      þÿ
      """
    case .windows(1253):
      """
      €\u{FFFD}‚ƒ„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—\
      \u{FFFD}™\u{FFFD}›\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}΅Ά£¤¥¦§¨©\u{FFFD}«¬\u{AD}®―°±²\
      ³΄µ¶·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\
      \u{FFFD}
      """
    case .windows(1254):
      """
      €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}\u{FFFD}Ÿ\
      \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèéêë\
      ìíîïğñòóôõö÷øùúûüışÿ
      """
    case .windows(1255):
      """
      €\u{FFFD}‚ƒ„…†‡ˆ‰\u{FFFD}‹\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—˜™\u{FFFD}›\
      \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}¡¢£₪¥¦§¨©×«¬\u{AD}®¯°±²³´µ¶·¸¹÷»¼½¾¿\u{5B0}\
      \u{5B1}\u{5B2}\u{5B3}\u{5B4}\u{5B5}\u{5B6}\u{5B7}\u{5B8}\u{5B9}\u{FFFD}\u{5BB}\u{5BC}\
      \u{5BD}\u{5BE}\u{5BF}\u{5C0}\u{5C1}\u{5C2}\u{5C3}\u{5F0}\u{5F1}\u{5F2}\u{5F3}\u{5F4}\
      \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{5D0}\u{5D1}\u{5D2}\u{5D3}\
      \u{5D4}\u{5D5}\u{5D6}\u{5D7}\u{5D8}\u{5D9}\u{5DA}\u{5DB}\u{5DC}\u{5DD}\u{5DE}\u{5DF}\
      \u{5E0}\u{5E1}\u{5E2}\u{5E3}\u{5E4}\u{5E5}\u{5E6}\u{5E7}\u{5E8}\u{5E9}\u{5EA}\u{FFFD}\
      \u{FFFD}\u{200E}\u{200F}\u{FFFD}
      """
    case .windows(1256):
      """
      €\u{67E}‚ƒ„…†‡ˆ‰\u{679}‹Œ\u{686}\u{698}\u{688}\u{6AF}‘’“”•–—\u{6A9}™\u{691}›œ\u{200C}\
      \u{200D}\u{6BA}\u{A0}،¢£¤¥¦§¨©\u{6BE}«¬\u{AD}®¯°±²³´µ¶·¸¹\u{61B}»¼½¾\u{61F}\u{6C1}\
      \u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62A}\u{62B}\u{62C}\
      \u{62D}\u{62E}\u{62F}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}×\u{637}\u{638}\
      \u{639}\u{63A}\u{640}\u{641}\u{642}\u{643}à\u{644}â\u{645}\u{646}\u{647}\u{648}çèéêë\
      \u{649}\u{64A}îï\u{64B}\u{64C}\u{64D}\u{64E}ô\u{64F}\u{650}÷\u{651}ù\u{652}ûü\u{200E}\
      \u{200F}\u{6D2}
      """
    case .windows(1257):
      """
      €\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}¨ˇ¸\u{FFFD}‘’“”•–—\u{FFFD}™\u{FFFD}›\
      \u{FFFD}¯˛\u{FFFD}\u{A0}\u{FFFD}¢£¤\u{FFFD}¦§Ø©Ŗ«¬\u{AD}®Æ°±²³´µ¶·ø¹ŗ»¼½¾æĄĮĀĆÄÅĘĒČÉŹĖ\
      ĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙
      """
    case .windows(1258):
      """
      €\u{FFFD}‚ƒ„…†‡ˆ‰\u{FFFD}‹Œ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—˜™\u{FFFD}›œ\u{FFFD}\
      \u{FFFD}Ÿ\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂĂÄÅÆÇÈÉÊË\u{300}ÍÎÏĐÑ\u{309}ÓÔƠÖ\
      ×ØÙÚÛÜƯ\u{303}ßàáâăäåæçèéêë\u{301}íîïđñ\u{323}óôơö÷øùúûüư₫ÿ
      """
    default: ""
    }
  }
}
