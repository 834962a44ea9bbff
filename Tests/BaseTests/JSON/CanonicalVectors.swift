import Testing

/// Texts with their canonical form and its SHA-256, both computed by Python:
/// `json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, separators=(",", ":"))` and `hashlib.sha256`.
struct CanonicalVector: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let canonical: String
  let sha256: String

  var testDescription: String { name }

  static let all: [CanonicalVector] = [
    CanonicalVector(
      name: "null",
      text: ##"null"##,
      canonical: ##"null"##,
      sha256: "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b"),
    CanonicalVector(
      name: "true",
      text: ##"true"##,
      canonical: ##"true"##,
      sha256: "b5bea41b6c623f7c09f1bf24dcae58ebab3c0cdd90ad966bc43a45b44867e12b"),
    CanonicalVector(
      name: "false",
      text: ##"false"##,
      canonical: ##"false"##,
      sha256: "fcbcf165908dd18a9e49f7ff27810176db8e9f63b4352213741664245224f8aa"),
    CanonicalVector(
      name: "zero",
      text: ##"0"##,
      canonical: ##"0"##,
      sha256: "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"),
    CanonicalVector(
      name: "a negative number",
      text: ##"-17"##,
      canonical: ##"-17"##,
      sha256: "d3471dcc109cd382f5e09a64253c2219958b5f8f07371fba48ac81fed97bb18a"),
    CanonicalVector(
      name: "the largest integer",
      text: ##"9007199254740991"##,
      canonical: ##"9007199254740991"##,
      sha256: "f40b423c2dd95ff2b2f027e22208f438cf7242862e5e746860e697308c9add26"),
    CanonicalVector(
      name: "the smallest integer",
      text: ##"-9007199254740991"##,
      canonical: ##"-9007199254740991"##,
      sha256: "4c933a456bb8f2e9894b2d0b26480439cd72d52fb8a27cbf8fd7f323f22c7815"),
    CanonicalVector(
      name: "empty text",
      text: ##""""##,
      canonical: ##""""##,
      sha256: "12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126"),
    CanonicalVector(
      name: "empty array",
      text: ##"[ ]"##,
      canonical: ##"[]"##,
      sha256: "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"),
    CanonicalVector(
      name: "empty object",
      text: ##"{ }"##,
      canonical: ##"{}"##,
      sha256: "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"),
    CanonicalVector(
      name: "white space of every kind",
      text: ##" \##u{9}\##u{d}\##u{a}[ 1 ,\##u{9}2 ,\##u{d}\##u{a}{ "a" : null }\##u{a}]\##u{a}"##,
      canonical: ##"[1,2,{"a":null}]"##,
      sha256: "441e43a72146ab053201eb774c821e7fe1ad1f80f59cadd5aad2b2bc72d6a17b"),
    CanonicalVector(
      name: "keys out of order",
      text: ##"{"b":1,"a":2,"":0,"aa":3,"B":4}"##,
      canonical: ##"{"":0,"B":4,"a":2,"aa":3,"b":1}"##,
      sha256: "3f9bc3caabb994dccc989e777545572117906586a1d9a828c221f7ad4feac7f7"),
    CanonicalVector(
      name: "nested keys out of order",
      text: ##"{"z":{"y":1,"x":[{"d":0,"c":0}]},"a":[]}"##,
      canonical: ##"{"a":[],"z":{"x":[{"c":0,"d":0}],"y":1}}"##,
      sha256: "1a210ed0b251ad7dc30e19aeead479c0eab440a3961d6e2787e51c20db51da9a"),
    CanonicalVector(
      name: "short escapes",
      text: ##""\"\\\/\b\f\n\r\t""##,
      canonical: ##""\"\\/\b\f\n\r\t""##,
      sha256: "11b17be1c38ac0f40c1c36cb58861f9853f04d6702d8edf4c79e6aca6216c346"),
    CanonicalVector(
      name: "control characters",
      text: ##""\u0001\u0008\u0009\u000a\u000B\u000c\u000D\u001F\u007f""##,
      canonical: ##""\u0001\b\t\n\u000b\f\r\u001f\##u{7f}""##,
      sha256: "af499f35f67164e9ffcc224b440da4fc48eba0dfcf87b2a588939ffa4433da04"),
    CanonicalVector(
      name: "a slash stays itself",
      text: ##""a/b""##,
      canonical: ##""a/b""##,
      sha256: "f5effa31772a3689cb116700c569f4b72d765290968f099016a899ab6c1e4ee3"),
    CanonicalVector(
      name: "a spelled out slash",
      text: ##""a\/b""##,
      canonical: ##""a/b""##,
      sha256: "f5effa31772a3689cb116700c569f4b72d765290968f099016a899ab6c1e4ee3"),
    CanonicalVector(
      name: "escaped ASCII",
      text: ##""\u0041\u0022\u005C\u002f""##,
      canonical: ##""A\"\\/""##,
      sha256: "788d1591f0fd6e645deb0e7998b8f9ca62af14ab71cc4eda5b9c0a8eb8a80b1a"),
    CanonicalVector(
      name: "escaped beyond ASCII",
      text: ##""\u00e4\u20AC\u4e2d""##,
      canonical: ##""\##u{e4}\##u{20ac}\##u{4e2d}""##,
      sha256: "c6801a09c6af5d80c1b2eca7e9f84758c0df828b2d9e24c51a890d71eca077d0"),
    CanonicalVector(
      name: "an escaped surrogate pair",
      text: ##""\ud83d\uDE00""##,
      canonical: ##""\##u{1f600}""##,
      sha256: "7a0c50b92434b015545fe93ab723db2d4b2cdd14a441405624a9ce8be29f1d5a"),
    CanonicalVector(
      name: "raw beyond ASCII",
      text: ##""\##u{e4}\##u{20ac}\##u{4e2d}\##u{1f600}""##,
      canonical: ##""\##u{e4}\##u{20ac}\##u{4e2d}\##u{1f600}""##,
      sha256: "57fa330f079f4757e44a6976df3f1a18334d5cac7212a72cc3bf2af2c7ab8a13"),
    CanonicalVector(
      name: "composed and decomposed are two keys",
      text: ##"{"e\##u{301}":1,"\##u{e9}":2}"##,
      canonical: ##"{"e\##u{301}":1,"\##u{e9}":2}"##,
      sha256: "c2635d7e15e25b90abc8b3543d92f0ffcee0644372d8b662a0775f88d43278e5"),
    CanonicalVector(
      name: "combining marks keep their order",
      text: ##""a\##u{323}\##u{307} a\##u{307}\##u{323}""##,
      canonical: ##""a\##u{323}\##u{307} a\##u{307}\##u{323}""##,
      sha256: "5424cb1d496511e7ef9f3c9b83ae77ae06bce76c05ff67e78ba33b44f60a7ddf"),
    CanonicalVector(
      name: "keys by UTF-8, not by UTF-16",
      text: ##"{"\ufb33":1,"\ud83d\ude00":2,"a":3,"\u20ac":4}"##,
      canonical: ##"{"a":3,"\##u{20ac}":4,"\##u{fb33}":1,"\##u{1f600}":2}"##,
      sha256: "21f5d4726ba9d746c04e139175567e32532290a86de07609542eaada63880eb2"),
    CanonicalVector(
      name: "line separators stay raw",
      text: ##""\u2028\u2029""##,
      canonical: ##""\##u{2028}\##u{2029}""##,
      sha256: "e3a0e2262ac7790f4df36b522a8fbdd4ee3370d568eb15dc25c5f1775f14ed6c"),
    CanonicalVector(
      name: "noncharacters are text",
      text: ##""\uffff\ufffe\udbff\udfff""##,
      canonical: ##""\##u{ffff}\##u{fffe}\##u{10ffff}""##,
      sha256: "4a131a38fdef5498b5499522b93fa420b2de4465a86c25d74b90865e108b03db"),
    CanonicalVector(
      name: "a byte order mark inside text",
      text: ##""\ufeffa""##,
      canonical: ##""\##u{feff}a""##,
      sha256: "3014a163f23ffa119ccd2b2355bc136400ede2adf33a266bc01b5240922adcf0"),
    CanonicalVector(
      name: "keys with escapes",
      text: ##"{"\n":1,"\u0001":2,"\"":3,"\\":4}"##,
      canonical: ##"{"\u0001":2,"\n":1,"\"":3,"\\":4}"##,
      sha256: "96068ecb9659750e58ae09b924dcbc3648e198395abb235c23b5fb65390fb218"),
    CanonicalVector(
      name: "long and short keys with the same start",
      text: ##"{"component-b":1,"component":2,"componen":3,"component-a":4,"compone":5}"##,
      canonical: ##"{"compone":5,"componen":3,"component":2,"component-a":4,"component-b":1}"##,
      sha256: "b1b091689895396920f37edbbc5d5f9b861e3364f94582a010798684c26f8211"),
    CanonicalVector(
      name: "a fact",
      text: ##"{"r":"0f","n":119,"at":[1726900000123,0],"prev":"77d0a1b2c3d4e5f6","kind":"result","body":"##
        + ##"{"outcome":"fail","check":"target.size","measured":{"width":440,"height":-1},"note":"zu kl"##
        + ##"ein, l\u00e4uft \u00fcber\n"}}"##,
      canonical: ##"{"at":[1726900000123,0],"body":{"check":"target.size","measured":{"height":-1,"width":440}"##
        + ##","note":"zu klein, l\##u{e4}uft \##u{fc}ber\n","outcome":"fail"},"kind":"result","n":119,""##
        + ##"prev":"77d0a1b2c3d4e5f6","r":"0f"}"##,
      sha256: "b7646433ebe243b4a5f955ae1f46560b60f4daf0633a6414cf2021680fb61424"),
  ]
}
