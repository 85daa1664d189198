import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Directories of companies (LDAP, SCIM), and which accounts and groups they manage. */
export const createDirectories = (db: AnyHandle, engine: Engine) =>
  createTables(
    db,
    {
      directories: {
        columns: {
          realm_id: 'id',
          directory: 'text',
          settings: 'text',
          secret_sealed: 'text?',
          token_hash: 'text?',
          created_at: 'number',
          used_at: 'number?',
          due_at: 'number?',
          report: 'text?',
        },
        key: ['realm_id', 'directory'],
      },
      directory_links: {
        columns: {
          realm_id: 'id',
          directory: 'text',
          kind: 'text',
          object_id: 'id',
          external_id: 'text?',
          name_key: 'text?',
          details: 'text',
          created_at: 'number',
          changed_at: 'number',
          removed_at: 'number?',
        },
        key: ['realm_id', 'directory', 'kind', 'object_id'],
      },
    },
    [
      ['directories', ['due_at']],
      ['directory_links', ['realm_id', 'directory', 'kind', 'external_id']],
      ['directory_links', ['realm_id', 'directory', 'kind', 'name_key']],
    ],
    engine,
  )
