import SwiftUI

struct OrdersView: View {
  @ObservedObject var model: TruckModel
  @State private var selection: Set<Order.ID> = []
  @State private var completed: Order?
  @State private var searchText = ""

  private var selectedOrders: [Order] { model.orders.filter { selection.contains($0.id) } }

  var body: some View {
    ZStack {
      if model.isWide {
        OrdersTable(model: model, selection: $selection, completed: $completed)
      } else {
        list
      }
    }
    .navigationTitle("Orders")
    .searchable(text: $searchText, prompt: "Search orders")
    .toolbar { toolbar }
    .sheet(item: $completed) { order in
      OrderCompleteView(order: order)
    }
  }

  private var list: some View {
    List {
      ForEach(model.orders) { order in
        NavigationLink(value: order.id) {
          OrderRow(order: order)
        }
        .swipeActions {
          Button("Archive", systemImage: "archivebox") { model.archive(order) }
        }
      }
    }
  }

  @ToolbarContentBuilder private var toolbar: some ToolbarContent {
    #if os(iOS)
      ToolbarItem(placement: .navigationBarTrailing) { EditButton() }
    #endif
    ToolbarItemGroup {
      Button {
        completed = selectedOrders.first
      } label: {
        Label {
          Text("Complete Order")
        } icon: {
          Image(systemName: "checkmark.circle")
        }
        .symbolVariant(selection.isEmpty ? .none : .fill)
      }
      .labelStyle(.iconOnly)
      Button(action: refresh) {
        Image(systemName: "arrow.clockwise")
      }
      .accessibilityLabel("Refresh orders")
    }
  }

  private func refresh() { model.reload() }
}

struct OrderRow: View {
  let order: Order

  var body: some View {
    HStack {
      Image(systemName: "box.truck")
      Text(order.name)
    }
  }
}

struct OrdersTable: View {
  @ObservedObject var model: TruckModel
  @Binding var selection: Set<Order.ID>
  @Binding var completed: Order?

  var body: some View {
    Table(model.orders, selection: $selection) {
      TableColumn("Order") { order in
        OrderRow(order: order)
      }
      TableColumn("Details") { order in
        Menu {
          NavigationLink(value: order.id) {
            Label("View Details", systemImage: "list.bullet.below.rectangle")
          }
          if !order.isComplete {
            Section {
              Button {
                model.markAsCompleted(order)
                completed = order
              } label: {
                Label("Mark as complete", systemImage: "checkmark")
              }
            }
          }
        } label: {
          Label("Details", systemImage: "ellipsis.circle")
            .labelStyle(.iconOnly)
        }
      }
    }
  }
}

struct OrderCompleteView: View {
  let order: Order
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack {
      DonutBox(order: order)
        .onTapGesture { toggleBox() }
      Text("\(order.id) was moved to completed (\(order.count == 1 ? "1 donut" : "\(order.count) donuts"))")
      ShareLink("Share receipt", item: order.receipt)
    }
    .toolbar {
      Button("Done", action: dismiss.callAsFunction)
    }
  }

  private func toggleBox() {}
}

struct DonutBox: View {
  let order: Order

  var body: some View { Canvas { context, size in draw(order, &context, size) } }
}

#Preview {
  OrderCompleteView(order: .preview)
  Button("Another one of a preview") {}
}
