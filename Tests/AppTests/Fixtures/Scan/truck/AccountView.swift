import StoreKit
import SwiftUI

/// Where people sign in. A comment with Button("Not a button") { } in it.
struct AccountView: View {
  @ObservedObject var model: TruckModel
  @State private var isAskingToSignOut = false
  @State private var isSigningUp = false

  var body: some View {
    Form {
      if case .signedIn(let user) = model.account {
        Section {
          HStack {
            MonogramView(name: user.name)
            Text("Signed in as \(user.name)")
          }
        }
        Section {
          NavigationLink(destination: StoreSupportView()) {
            Label("Purchase support", systemImage: "questionmark.circle")
          }
        } footer: {
          Text("Questions about the \"Plus\" subscription { are } answered there.")
        }
        Section {
          Button {
            Task(priority: .userInitiated) { try await model.restorePurchases() }
          } label: {
            Label("Restore purchases", systemImage: "arrow.counterclockwise")
          }
          Button("Sign Out", role: .destructive) {
            isAskingToSignOut = true
          }
          .frame(maxWidth: .infinity)
        }
      } else {
        Button("Sign In") { model.signIn() }
          .buttonStyle(.borderedProminent)
        Button("Sign Up") { isSigningUp = true }
          .buttonStyle(.bordered)
      }
    }
    .navigationTitle("Account")
    .sheet(isPresented: $isSigningUp) {
      NavigationStack { SignUpView(model: model) }
    }
    .alert(isPresented: $isAskingToSignOut) {
      Alert(title: Text("Sign out?"), primaryButton: .destructive(Text("Sign Out")), secondaryButton: .cancel())
    }
  }
}

struct SignUpView: View {
  @ObservedObject var model: TruckModel
  @State private var name = ""
  @State private var password = ""
  @State private var usesPasskey = true
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Form {
      LabeledContent("User name") {
        TextField("User name", text: $name)
          .textContentType(.username)
      }
      if !usesPasskey {
        SecureField("Password", text: $password)
      }
      Toggle("Use a passkey", isOn: $usesPasskey)
    }
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Create Account") { signUp() }
          .disabled(name.isEmpty)
      }
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel", role: .cancel) {
          print("Canceled.")
          dismiss()
        }
      }
    }
  }

  private func signUp() {
    model.signUp(name: name, password: usesPasskey ? nil : password)
  }
}

struct MonogramView: View {
  let name: String

  var body: some View {
    Text(name.prefix(1)).font(.title2).padding(8).background(Circle().fill(.orange))
  }
}

struct StoreSupportView: View {
  @State private var isManaging = false

  var body: some View {
    List {
      Button("Manage subscription") { isManaging = true }
      NavigationLink("Refund purchases") { RefundView() }
    }
    .navigationTitle("Support")
    .manageSubscriptionsSheet(isPresented: $isManaging)
  }
}

struct RefundView: View {
  @State private var selection: Int?

  var body: some View {
    List(selection: $selection) {
      Text("No purchases")
    }
    .safeAreaInset(edge: .bottom) {
      Button(action: request) {
        Text("Request a refund").bold().frame(maxWidth: .infinity)
      }
      .controlSize(.large)
    }
  }

  private func request() {}
}

struct AccountView_Previews: PreviewProvider {
  static var previews: some View {
    VStack {
      Button("Only in the preview") {}
      AccountView(model: .preview)
    }
  }
}
