import DesignSystem
import SwiftUI

@MainActor
public struct AccountDetailView: View {
  @Environment(RouterPath.self) private var routerPath
  @State private var viewModel: AccountDetailViewModel
  @State private var isReporting = false
  @State private var isBlocking = false

  public init(id: String) {
    _viewModel = .init(initialValue: .init(id: id))
  }

  public var body: some View {
    ScrollViewReader { proxy in
      List {
        AccountHeaderView(viewModel: viewModel) {
          withAnimation { proxy.scrollTo("posts", anchor: .top) }
        }
        ForEach(viewModel.statuses) { status in
          StatusRowView(status: status)
            .contextMenu { StatusMenu(status: status) }
        }
      }
    }
    .toolbar {
      ToolbarItemGroup(placement: .topBarTrailing) {
        if !viewModel.isOwn {
          Button {
            routerPath.presentedSheet = .mention(viewModel.account)
          } label: {
            Image(systemName: "arrowshape.turn.up.left")
          }
        }
        Menu {
          Button(role: .destructive) {
            isBlocking = true
          } label: {
            Label("account.action.block", systemImage: "person.crop.circle.badge.xmark")
          }
          Button {
            isReporting.toggle()
          } label: {
            Label(
              "account.action.report \(viewModel.account.acct)",
              systemImage: viewModel.isReported ? "flag.fill" : "flag")
          }
          if let url = viewModel.account.url {
            ShareLink(item: url, subject: Text(viewModel.account.name)) {
              Label("account.action.share", systemImage: "square.and.arrow.up")
            }
            Button {
              UIApplication.shared.open(url)
            } label: {
              Label("status.action.view-in-browser", systemImage: "safari")
            }
          }
        } label: {
          Image(systemName: "ellipsis.circle")
            .accessibilityLabel("accessibility.tabs.profile.options.label")
        }
      }
    }
    .confirmationDialog("Block this person?", isPresented: $isBlocking) {
      Button("account.action.block-confirm", role: .destructive) {
        Task { await viewModel.block() }
      }
    }
    .sheet(isPresented: $isReporting, content: { ReportView(account: viewModel.account) })
    .navigationTitle(viewModel.account.displayName)
  }
}

struct AccountHeaderView: View {
  let viewModel: AccountDetailViewModel
  let scroll: () -> Void

  var body: some View {
    VStack(alignment: .leading) {
      Button {
        viewModel.openAvatar()
      } label: {
        AvatarView(viewModel.account.avatar, config: .large)
      }
      .buttonStyle(.plain)
      .accessibilityLabel("Profile picture")
      HStack {
        stat(title: "Posts", count: viewModel.account.statusesCount, action: scroll)
        NavigationLink(value: RouterDestination.followers(id: viewModel.id)) {
          Text("account.followers")
        }
      }
      if viewModel.isFollowedBy {
        FollowButton(viewModel: viewModel)
      }
      ForEach(viewModel.fields) { field in
        HStack {
          Image(systemName: "checkmark.seal")
          Text(field.value)
        }
        .onTapGesture { viewModel.copy(field) }
      }
    }
  }

  private func stat(title: LocalizedStringKey, count: Int, action: @escaping () -> Void) -> some View {
    Button(action: action) {
      VStack {
        Text(count, format: .number.notation(.compactName))
        Text(title)
      }
    }
  }
}

struct FollowButton: View {
  @Bindable var viewModel: AccountDetailViewModel

  var body: some View {
    HStack {
      AsyncButton {
        await viewModel.follow()
      } label: {
        Text(viewModel.isFollowing ? "account.follow.following" : "account.follow.follow")
      }
      Toggle(isOn: $viewModel.wantsNotifications) {
        Image(systemName: "bell.fill")
      }
      Button {
        viewModel.toggleReboosts()
      } label: {
        Image(viewModel.showsReboosts ? "Rocket.Fill" : "Rocket")
      }
    }
  }
}

struct AvatarView: View {
  init(_ url: URL?, config: Config) {}
  var body: some View { Circle() }
}

struct ReportView: View {
  let account: Account
  @State private var comment = ""
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    NavigationStack {
      Form {
        TextField("report.comment.placeholder", text: $comment, axis: .vertical)
      }
      .toolbar {
        ToolbarItem(placement: .navigationBarLeading) {
          Button("action.cancel", role: .cancel) { dismiss() }
        }
        ToolbarItem(placement: .navigationBarTrailing) {
          Button {
            // Was: Button("Send now") { send() }
            Task {
              await send()
            }
          } label: {
            if isSending { ProgressView() } else { Text("report.action.send") }
          }
        }
      }
    }
  }
}
