import SwiftUI
import UIKit

struct SettingsView: View {
  @StateObject private var viewModel = SettingsViewModel()
  @Environment(\.presentationMode) var presentationMode
  @State private var isImporting = false
  @State private var isExporting = false

  var body: some View {
    NavigationView {
      List {
        Section(header: Text("Notifications")) {
          Button(
            action: {
              UIApplication.shared.open(URL(string: "\(UIApplication.openSettingsURLString)")!)
            },
            label: {
              Text("Open System Settings")
            }
          )
        }
        Section(header: Text("Accounts")) {
          ForEach(viewModel.accounts) { account in
            NavigationLink(destination: AccountInspectorView(account: account)) {
              Text(account.name)
            }
          }
          NavigationLink(destination: AddAccountView(), isActive: $viewModel.isAdding) {
            Text("Add Account")
          }
        }
        Section(header: Text("Timeline")) {
          Toggle(isOn: $viewModel.sortsOldestFirst) { Text("Sort Oldest to Newest") }
          Toggle("Group by Feed", isOn: $viewModel.groupsByFeed)
          Stepper(value: $viewModel.numberOfLines, in: 1...6) {
            Text("Number of Lines: \(viewModel.numberOfLines)")
          }
        }
        Section(header: Text("Feeds")) {
          Button(NSLocalizedString("Import Subscriptions", comment: "The title of a button")) { isImporting = true }
          Button {
            isExporting = true
          } label: {
            Text("Export Subscriptions", comment: "A button that writes OPML")
          }
        }
        Section(header: Text("Help"), footer: buildFooter) {
          Button("Website") { openSite("https://example.com/?a={b}") }
          Button("Release Notes", action: openReleaseNotes)
          Link("Privacy Policy", destination: URL(string: "https://example.com/privacy")!)
        }
      }
      .navigationBarTitle(Text("Settings"), displayMode: .inline)
      .navigationBarItems(
        leading: Button(action: { presentationMode.wrappedValue.dismiss() }) { Text("Done") },
        trailing: Button(action: { viewModel.refresh() }) { Image(systemName: "arrow.clockwise").font(.title2) }
      )
      .actionSheet(isPresented: $isImporting) {
        ActionSheet(title: Text("Import to Account"), buttons: viewModel.accountButtons)
      }
    }
  }

  private var buildFooter: some View {
    Text(
      verbatim: """
        Reader \(Bundle.main.version) { "quoted" Button("Not code") }
        """)
  }
}

struct AccountInspectorView: View {
  @ObservedObject var account: ReaderAccount
  @State private var isDeleting = false

  var body: some View {
    List {
      Section(header: Text("Account Name")) {
        TextField("Name", text: $account.name)
        Toggle("Active", isOn: $account.isActive)
      }
      Button("Credentials") { account.showCredentials() }
      Button("Delete Account", role: .destructive) { isDeleting = true }
        .alert("Remove account?", isPresented: $isDeleting) {
          Button("Keep", role: .cancel) {}
          Button(role: .destructive) {
            account.delete()
          } label: {
            Text("Remove", comment: "Confirms")
          }
        }
    }
    .navigationTitle("Account")
  }
}

struct AddAccountView: View {
  var body: some View {
    List(AccountKind.allCases) { kind in
      Button {
        kind.begin()
      } label: {
        Label {
          Text(kind.name)
        } icon: {
          Image(kind.imageName)
        }
      }
    }
  }
}
