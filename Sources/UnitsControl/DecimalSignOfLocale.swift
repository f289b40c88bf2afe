// The decimal sign that a person types.

internal import Units
internal import UnitsLinux

extension DecimalSign {
  /// The sign of the locale that `LC_ALL`, `LC_NUMERIC` or `LANG`, the first that is set, names; a
  /// point where it names none. By the Unicode locale data (CLDR, `symbols/decimal`), from which
  /// the languages with a comma are copied, and the regions that go their own way.
  init(environment: Environment) {
    let locale = environment["LC_ALL"] ?? environment["LC_NUMERIC"] ?? environment["LANG"] ?? ""
    let language = String(locale.prefix { $0.isASCII && $0.isLetter }).lowercased()
    let region = Region(locale: locale)?.code
    if language == "en" {
      self = region == "ZA" ? .comma : .point
    } else if let region, Self.pointLocales.contains("\(language)_\(region)") {
      self = .point
    } else {
      self = Self.commaLanguages.contains(language) ? .comma : .point
    }
  }

  private static let commaLanguages: Set<String> = [
    "af", "az", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fo", "fr",
    "gl", "hr", "hu", "hy", "id", "is", "it", "ka", "kk", "ky", "lb", "lt", "lv", "mk", "mn", "nb",
    "nl", "nn", "no", "oc", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk", "uz",
    "vi",
  ]

  private static let pointLocales: Set<String> = [
    "de_CH", "de_LI", "it_CH", "es_DO", "es_GT", "es_HN", "es_MX", "es_NI", "es_PA", "es_PE",
    "es_PR", "es_SV", "es_US",
  ]
}
