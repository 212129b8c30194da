// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

/// An SQLite database of unknown origin, read only: nothing in it is run, and nothing beside it is written.
namespace kneepoint {

class SqliteQuery {
public:
    /// Advances to the next row; false at the end or where the database is damaged.
    [[nodiscard]] bool next();
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::string_view text(int column) const; ///< until the next row
    [[nodiscard]] bool isDamaged() const { return m_damaged; }

private:
    friend class SqliteDatabase;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    bool m_damaged = false;
};

class SqliteDatabase {
public:
    /// Of a file, without reading it into memory; compressed or in memory, at most `most` bytes.
    [[nodiscard]] static Result<SqliteDatabase> open(ByteSource& source, std::size_t most);

    /// Whether there is an ordinary table of this name; views and virtual tables, which run code, are none.
    [[nodiscard]] bool hasTable(std::string_view name);
    [[nodiscard]] bool hasColumn(std::string_view table, std::string_view column);
    /// The rows of an SQL statement whose `?` are whole numbers. One that is not valid here has no rows.
    [[nodiscard]] SqliteQuery query(const std::string& sql, std::initializer_list<std::int64_t> values = {});

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    std::unique_ptr<std::string> m_bytes; ///< of a database in memory
    std::unique_ptr<sqlite3, Close> m_database;
};

} // namespace kneepoint
