import SwiftUI

// Signing in to a service; Button("No") stands in a comment.
struct SignInView: View {
  @Environment(\.dismiss) var dismiss
  @State private var userName = ""
  @State private var password = ""
  @State private var showsPassword = false
  @FocusState private var focus: Field?
  var button: Button<Text>?
  let items: [UIButton] = [UIButton(type: .system)]

  var body: some View {
    Form {
      TextField("Email", text: $userName).focused($focus, equals: .name)
      HStack {
        if showsPassword {
          TextField("Password", text: $password)
        } else {
          SecureField("Password", text: $password)
        }
        Button(action: { showsPassword.toggle() }) {
          Image(systemName: showsPassword ? "eye.slash" : "eye")
        }
      }
      Section {
        Button(
          action: signIn,
          label: {
            HStack {
              Spacer()
              if isBusy { ProgressView() }
              Text("Sign In")
              Spacer()
            }
          }
        )
        .disabled(userName.isEmpty || password.isEmpty)
        HelpLink { open(.help) }
      }
    }
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button(action: { dismiss() }, label: { Text("Cancel", comment: "Button title") })
      }
      ToolbarItem(placement: .principal) {
        Image("logo").resizable().frame(width: 24, height: 24).onTapGesture(count: 2) { showVersion() }
      }
    }
  }

  enum Field { case name, password }

  private func makeButton() -> UIButton {
    let button = UIButton(type: .custom)
    button.setTitle("Not SwiftUI", for: .normal)
    return button
  }
}

final class SignInHostingController: UIHostingController<SignInView> {
  let closeButton = UIBarButtonItem(title: "Close", style: .plain, target: nil, action: nil)
}
