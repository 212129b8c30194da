// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/sqlite_database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cctype>

namespace kneepoint {
namespace {

/// "file:…?immutable=1": no locks, no journal, no write-ahead log beside it.
std::string immutableUri(const std::string& path)
{
    std::string uri = "file:";
    for (const char c : path)
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '/' || c == '.' || c == '-' || c == '_')
            uri += c;
        else
            uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return uri + "?immutable=1";
}

std::string quoted(std::string_view name)
{
    std::string text = "'";
    for (const char c : name)
        text += c == '\'' ? std::string("''") : std::string(1, c);
    return text + "'";
}

} // namespace

void SqliteQuery::Finalize::operator()(sqlite3_stmt* statement) const
{
    ::sqlite3_finalize(statement);
}

void SqliteDatabase::Close::operator()(sqlite3* database) const
{
    ::sqlite3_close_v2(database);
}

bool SqliteQuery::next()
{
    if (!m_statement || m_damaged)
        return false;
    const int result = ::sqlite3_step(m_statement.get());
    m_damaged = result != SQLITE_ROW && result != SQLITE_DONE;
    return result == SQLITE_ROW;
}

std::int64_t SqliteQuery::integer(int column) const
{
    return ::sqlite3_column_int64(m_statement.get(), column);
}

std::string_view SqliteQuery::text(int column) const
{
    const auto* bytes = ::sqlite3_column_text(m_statement.get(), column);
    const int size = ::sqlite3_column_bytes(m_statement.get(), column);
    return bytes ? std::string_view(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size))
                 : std::string_view();
}

Result<SqliteDatabase> SqliteDatabase::open(ByteSource& source, std::size_t most)
{
    SqliteDatabase opened;
    sqlite3* database = nullptr;
    int result = SQLITE_OK;
    if (const std::string path = source.plainFile(); !path.empty()) {
        result =
            ::sqlite3_open_v2(immutableUri(path).c_str(), &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
        opened.m_database.reset(database);
    } else {
        Result<std::string> bytes = source.readAll(most, "a database that is compressed");
        if (!bytes)
            return tl::unexpected(bytes.error());
        opened.m_bytes = std::make_unique<std::string>(std::move(*bytes));
        result = ::sqlite3_open_v2(":memory:", &database, SQLITE_OPEN_READWRITE, nullptr);
        opened.m_database.reset(database);
        const auto size = static_cast<sqlite3_int64>(opened.m_bytes->size());
        if (result == SQLITE_OK)
            result = ::sqlite3_deserialize(database, "main", reinterpret_cast<unsigned char*>(opened.m_bytes->data()),
                size, size, SQLITE_DESERIALIZE_READONLY);
    }
    if (result != SQLITE_OK)
        return failure("is an SQLite database that cannot be opened");
    ::sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    ::sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    constexpr int longest_value = 1 << 20;
    ::sqlite3_limit(database, SQLITE_LIMIT_LENGTH, longest_value);
    ::sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
    return opened;
}

bool SqliteDatabase::hasTable(std::string_view name)
{
    return query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND name = " + quoted(name)).next();
}

bool SqliteDatabase::hasColumn(std::string_view table, std::string_view column)
{
    SqliteQuery columns = query(fmt::format("PRAGMA table_info({})", quoted(table)));
    constexpr int name = 1;
    while (columns.next())
        if (columns.text(name) == column)
            return true;
    return false;
}

SqliteQuery SqliteDatabase::query(const std::string& sql, std::initializer_list<std::int64_t> values)
{
    SqliteQuery query;
    sqlite3_stmt* statement = nullptr;
    const int result =
        ::sqlite3_prepare_v2(m_database.get(), sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr);
    query.m_statement.reset(statement);
    query.m_damaged = result != SQLITE_OK && result != SQLITE_ERROR; // a statement that is not valid here
    int position = 0;
    for (const std::int64_t value : values)
        ::sqlite3_bind_int64(statement, ++position, value);
    return query;
}

} // namespace kneepoint
