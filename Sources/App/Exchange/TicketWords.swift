import Audit
import Base
import CommandLine
import Sessions

/// The columns of a table that have the number or address of a ticket, and its state.
struct TicketColumns {
  /// Those that people know in English.
  static var names: String { "ticket, url, issue key, key, id, issue id, number" }

  private let ticket: Int
  private let state: Int?
  private let closing: Int?
  private let list: Int?

  /// Nil where no column has a ticket.
  init?(_ header: [String], _ map: ColumnMap?) {
    let names = header.map(CellText.name)
    func place(_ column: String, _ known: [String]) -> Int? {
      header.firstIndex { map?.isNamed($0, column) ?? false }
        ?? known.lazy.compactMap { wanted in names.firstIndex(of: CellText.name(wanted)) }.first
    }
    guard let ticket = place("ticket", TicketWords.tickets) else { return nil }
    self.ticket = ticket
    state = place("state", TicketWords.states)
    closing = place("", TicketWords.closings)
    list = place("", ["list name"])
  }

  func ticket(_ fields: [String]) -> String { fields.indices.contains(ticket) ? fields[ticket] : "" }

  func state(_ fields: [String]) -> String? {
    func field(_ place: Int) -> String? { fields.indices.contains(place) ? fields[place] : nil }
    if let state { return field(state) }
    // A card that is done is in a list of that name, and in the archive later.
    let isInDone = list.flatMap(field).flatMap(TicketWords.state) == .closed
    return closing.flatMap(field).map { text in
      let isOpen = !isInDone && ["", "false"].contains(CellText.word(text))
      return (isOpen ? Ticket.State.open : .closed).rawValue
    }
  }
}

/// The same of the members of an issue in JSON.
struct TicketMembers {
  /// The address that people open comes before that of the interface, and the number in a project before the one in all
  /// of them.
  private static let tickets = [
    "ticket", "web_url", "webUrl", "html_url", "permalink_url", "shortUrl", "url", "issue key", "key", "identifier",
    "idReadable", "iid", "number", "id", "gid", "issue id",
  ]
  private static let states = ["state", "status", "State", "Status", "System.State"]
  /// When it was closed; null where it is open.
  private static let closings = ["closedAt", "closed_at", "completedAt", "resolved"]
  static var names: String { tickets.filter { !$0.contains(" ") }.joined(separator: ", ") }

  let ticket: String?
  /// The word of the tracker.
  let state: String?

  init(_ issue: JSONObject, _ map: ColumnMap?) {
    func mapped(_ column: String) -> JSONValue? {
      issue.members.first { map?.isNamed($0.key, column) ?? false }?.value
    }
    let named = Self.tickets.compactMap { key in
      issue[key].flatMap { Self.text($0, isNumber: ["iid", "number"].contains(key)) }
    }
    ticket = mapped("ticket").flatMap { Self.text($0) } ?? named.first { !Self.isOfInterface($0) } ?? named.first
    state = mapped("state").flatMap(Self.word) ?? Self.state(of: issue)
  }

  /// Whether an address is one for programs: Azure and the interface of GitHub have it as `url`.
  private static func isOfInterface(_ address: String) -> Bool {
    ["/_apis/", "/rest/api/", "/api/v", "://api."].contains(where: address.contains)
  }

  private static func text(_ value: JSONValue, isNumber: Bool = false) -> String? {
    if let text = value.stringValue { return text.isEmpty ? nil : text }
    return value.integerValue.map { isNumber ? "#\($0)" : String($0) }
  }

  private static func state(of issue: JSONObject) -> String? {
    if let word = states.lazy.compactMap({ issue[$0].flatMap(word) }).first { return word }
    if let isClosed = issue["closed"]?.boolValue ?? issue["completed"]?.boolValue {
      return (isClosed ? Ticket.State.closed : .open).rawValue
    }
    for name in closings {
      if let closing = issue[name] {
        return (closing.isNull || closing == false ? Ticket.State.open : .closed).rawValue
      }
    }
    return issue["fields"]?.objectValue.flatMap { state(of: $0) }
  }

  /// The word itself, or that of an object: its category, where it says one, and else its name.
  private static func word(_ value: JSONValue) -> String? {
    value.stringValue ?? value["statusCategory"]?["key"]?.stringValue ?? value["type"]?.stringValue
      ?? value["name"]?.stringValue
  }
}

/// What the words of trackers mean. Jira writes the headers and states of an export in the language of the person who
/// exports: English, German, French, Spanish, Portuguese, Polish, Italian, Dutch, Russian, Chinese, Korean, and Japanese as
/// its sites have them. A team's own
/// words come with `--map`.
enum TicketWords {
  /// Headers of columns that may hold the number or address of a ticket, the best first: the address, the number in a
  /// project, and the one in all of them.
  static let tickets =
    [
      "ticket", "url", "card url", "issue key", "work item key", "vorgangsschlüssel", "clé de ticket",
      "clave de incidencia", "chave da item", "chave do item", "klucz zgłoszenia", "chiave ticket",
      "chiave segnalazione",
      "issuesleutel", "код задачи", "ключ запроса", "ключ задачи", "问题关键字", "이슈 키", "課題キー", "key", "schlüssel", "clé",
      "clave", "chave", "klucz", "chiave", "sleutel", "ключ", "код", "키", "キー", "ticket key", "html url", "web url",
      "permalink",
    ] + [
      "id", "issue id", "work item id", "vorgangs id", "id du ticket", "id de la incidencia", "id da item",
      "id. zgłoszenia", "課題 ID", "number", "issue number", "ticket number", "ticket id", "task id", "card id", "bug id",
      "item id", "id ticket", "id segnalazione", "id запроса", "id задачи", "이슈 ID", "#",
    ]
  /// Headers of the state: the category comes before the word of a team's own workflow.
  static let states = [
    "status category", "statuskategorie", "catégorie d'état", "catégorie de statut", "categoría de estado",
    "categoria do status", "categoria de status",
    "ステータス カテゴリ", "ステータス カテゴリー", "state", "status", "état", "statut", "estado", "状态", "ステータス", "work item state",
    "current state",
    "issue status", "ticket status", "zustand", "stato", "toestand", "статус", "состояние", "상태",
  ]
  /// Headers of columns that have something only of a ticket that is closed: Asana's date, and Trello's archive.
  static let closings = ["completed at", "archived"]

  /// The state that a word of a tracker means; nil where that is not known.
  static func state(_ word: String) -> Ticket.State? {
    let word = CellText.word(word)
    if closed.contains(word) { return .closed }
    return open.contains(word) ? .open : nil
  }

  private static let closed: Set<String> = [
    "closed", "done", "resolved", "completed", "complete", "fixed", "removed", "cancelled", "canceled", "rejected",
    "declined", "duplicate", "won't do", "won't fix", "wontfix",
    "verified", "merged", "released", "deployed", "finished",
    "erledigt", "fertig", "geschlossen", "abgeschlossen", "gelöst", "behoben", "abgelehnt", "abgebrochen", "duplikat",
    "wird nicht erledigt",
    "terminé", "terminée", "terminé(e)", "fermé", "fermée", "fermé(e)", "résolu", "résolue", "résolu(e)", "fini",
    "annulé", "annulée", "rejeté", "rejetée", "doublon",
    "finalizado", "finalizada", "cerrado", "cerrada", "resuelto", "resuelta", "hecho", "listo", "completado",
    "completada", "cancelado", "cancelada", "rechazado", "rechazada", "duplicado",
    "concluído", "concluída", "itens concluídos", "resolvido", "resolvida", "fechado", "fechada", "rejeitado",
    "gotowe", "zamknięte", "rozwiązane", "odrzucone",
    "completato", "completata", "chiuso", "chiusa", "risolto", "risolta", "fatto", "annullato", "rifiutato",
    "gereed", "gesloten", "opgelost", "voltooid", "klaar", "geannuleerd", "afgewezen",
    "готово", "закрыт", "закрыта", "закрыто", "решен", "решён", "решена", "выполнено", "отменено", "отклонено",
    "완료", "완료됨", "해결됨", "닫힘", "종료",
    "完成", "已完成", "已解决", "已关闭", "关闭",
    "完了", "完了済み", "解決済み", "クローズ", "終了", "却下", "対応しない", "重複",
  ]
  private static let open: Set<String> = [
    "open", "opened", "reopened", "new", "active", "to do", "todo", "doing", "in progress", "started", "unstarted",
    "in review", "committed", "approved", "proposed", "backlog", "triage", "triaged", "accepted", "assigned", "blocked",
    "on hold", "waiting", "ready", "selected for development", "indeterminate", "undefined",
    "zu erledigen", "offen", "neu", "in arbeit", "in bearbeitung", "in prüfung", "erneut geöffnet", "wieder geöffnet",
    "blockiert",
    "à faire", "en cours", "ouvert", "ouverte", "ouvert(e)", "rouvert", "rouverte", "nouveau", "en attente", "en revue",
    "bloqué",
    "por hacer", "tareas por hacer", "en curso", "en progreso", "abierto", "abierta", "reabierto", "reabierta", "nuevo",
    "nueva", "pendiente", "en revisión", "bloqueado",
    "a fazer", "tarefas pendentes", "em andamento", "itens pendentes", "aberto", "aberta", "reaberto", "reaberta",
    "do zrobienia", "w toku", "otwarte", "nowe",
    "da completare", "in corso", "aperto", "aperta", "riaperto", "riaperta", "nuovo", "da fare",
    "te doen", "nog te doen", "actief", "nieuw", "heropend", "in behandeling",
    "к выполнению", "в работе", "открыт", "открыта", "открыто", "переоткрыт", "новый", "новая", "сделать",
    "할 일", "해야 할 일", "진행 중", "열림", "다시 열림", "신규",
    "待办", "正在进行", "处理中", "打开", "重新打开", "新建",
    "作業前", "未着手", "進行中", "作業中", "オープン", "再オープン", "レビュー中", "新規", "未対応", "処理中", "保留",
  ]
}
