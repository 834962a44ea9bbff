import SwiftUI

struct StatusRowView: View {
  let status: Status
  @Environment(Theme.self) private var theme

  var body: some View {
    VStack(alignment: .leading) {
      Text(status.content)
      if status.isHidden {
        Button {
          status.isHidden = false
        } label: {
          Text("status.show-more")
        }
        .buttonStyle(.bordered)
      }
      actions
    }
    .swipeActions(edge: .trailing) { swipe }
    .accessibilityAction(named: "Reply") { status.reply() }
  }

  @ViewBuilder
  private var swipe: some View {
    Button {
      status.reply()
    } label: {
      Label("Reply", systemImage: "arrowshape.turn.up.left").labelStyle(.iconOnly)
    }
    .tint(theme.tint)
    makeSwipeButton(status)
  }

  private var actions: some View {
    HStack {
      ForEach(Action.allCases, id: \.self) { action in
        Button {
          handle(action)
        } label: {
          HStack(spacing: 4) {
            action.image(for: status)
            if let count = action.count(status) {
              Text(verbatim: "\(count)")
            }
          }
        }
      }
      Image(systemName: "bookmark")
        .padding(8)
        .onTapGesture(perform: bookmark)
    }
  }

  private func makeSwipeButton(_ status: Status) -> some View {
    Button(
      role: .none,
      action: {
        HapticManager.shared.fire(#"raw " quote } "#)
        status.boost()
      },
      label: {
        Label(
          title: { Text("Boost") },
          icon: { Image("Rocket") }
        )
      })
  }

  private func bookmark() {}
}

struct StatusMenu: View {
  let status: Status

  var body: some View {
    Button {
      status.copy()
    } label: {
      Label("Copy text", systemImage: "doc.on.doc")
    }
    Divider()
    Menu("Language") {
      Picker("Language", selection: $status.language) { Text("English").tag("en") }
    }
    Button(Strings.Status.delete, role: .destructive, action: status.delete)
  }
}

struct PillButtonStyle: ButtonStyle {
  func makeBody(configuration: Configuration) -> some View {
    Button("Never on a screen") {}.opacity(configuration.isPressed ? 0.5 : 1)
  }
}

extension View {
  func withCloseButton(_ close: @escaping () -> Void) -> some View {
    toolbar {
      ToolbarItem {
        Button(action: close) { Image(systemName: "xmark") }
      }
    }
  }
}
