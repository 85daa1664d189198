import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chatPermissions } from '../../src/chat/identity/chat-permissions.ts'
import { apiEndpoints } from '../../src/server/api-endpoints.ts'
import { withPermissionTables } from '../../src/server/maintenance/permission-tables.ts'
import { telephonyPermissions } from '../../src/telephony/identity/telephony-permissions.ts'
import { telephonyOperations } from '../../src/telephony/telephony-operations.ts'
import { workspacePermissions } from '../../src/workspace/workspace-permissions.ts'
import { sources } from '../harness/source-files.ts'

const rows = [chatPermissions, telephonyPermissions, workspacePermissions].flatMap((table) =>
  Object.keys(table),
)

describe('the tables of permissions', () => {
  it('docs/security.md shows them as they are', () => {
    const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
    expect(page === withPermissionTables(page), 'docs/security.md is old: run `npm run openapi`').toBe(true)
  })

  it('every endpoint and operation names a row', () => {
    for (const { access, permission, path } of apiEndpoints) {
      expect(permission, path).toBeDefined()
      expect(rows, path).toContain(access)
    }
    for (const { access, path } of telephonyOperations) expect(rows, path).toContain(access)
  })

  it('no row is only words: an endpoint names it, or an action asks for it', () => {
    const code = sources.filter(({ path }) => !path.endsWith('-permissions.ts')).map(({ text }) => text)
    const isAsked = (name: string) => code.some((text) => text.includes(`'${name}'`))
    expect(rows.filter((name) => !isAsked(name))).toEqual([])
  })
})
