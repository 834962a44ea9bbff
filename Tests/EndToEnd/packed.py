"""The tables in the data of a report page, in which what their rows repeat stands once."""


def unpack(table) -> list[dict]:
    def value(column, row):
        if "same" in column:
            return column["same"]
        return column["each"][row] if "each" in column else column["of"][column["at"][row]]

    assert len(table["members"]) == len(table["columns"])
    return [dict(zip(table["members"], (value(column, row) for column in table["columns"])))
            for row in range(table["count"])]
