import { Type } from '@sinclair/typebox'
import { recordChange } from '../../../company/audit/record-change.ts'
import { operationOf } from '../../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../../http/paging.ts'
import type { Actor } from '../../../identity/actor.ts'
import { conflict } from '../../../problem.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { markEnded } from './end-import.ts'
import { importToSee, visibleImport } from './extension-import-access.ts'
import {
  ImportRowSchema,
  ImportSchema,
  type ImportView,
  importRowStatuses,
  importView,
} from './extension-import-events.ts'
import { showImportRows, showImports } from './list-imports.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Imports'
const path = '/imports/:import_id'

export const backgroundImportRoutes = [
  operation({
    method: 'GET',
    path: '/imports',
    area,
    summary: 'List the imports in the background',
    description:
      'Newest first, for 30 days after they have ended. The owner sees those of the company, other users their own.',
    access: 'see imports',
    query: Type.Object({ page: pageNumber, page_size: pageSize }, { additionalProperties: false }),
    success: { status: 200, schema: Type.Array(ImportSchema), paged: true },
    problems: [400],
    handle: ({ context, actor, query }) => showImports(context, actor, pageOf(query.page, query.page_size)),
  }),
  operation({
    method: 'GET',
    path,
    area,
    summary: 'Get the progress of an import',
    description: 'Each progress also sends the event `import.updated`.',
    access: 'see imports',
    success: { status: 200, schema: ImportSchema },
    problems: [404],
    find: ({ context, actor, params }) => importToSee(context, actor, params.import_id!),
    handle: async ({ actor, subject }) => importView(subject, actor.company.public_id),
  }),
  operation({
    method: 'GET',
    path: `${path}/rows`,
    area,
    summary: 'List the rows of an import',
    access: 'see imports',
    query: Type.Object(
      {
        status: Type.Optional(Type.Union(importRowStatuses.map((status) => Type.Literal(status)))),
        page: pageNumber,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(ImportRowSchema), paged: true },
    problems: [400, 404],
    find: ({ context, actor, params }) => importToSee(context, actor, params.import_id!),
    handle: ({ context, subject, query }) =>
      showImportRows(context, subject, query.status, pageOf(query.page, query.page_size)),
  }),
  operation({
    method: 'POST',
    path: `${path}/cancel`,
    area,
    summary: 'Cancel an import',
    description: 'What was created stays. 409 if it has ended.',
    access: 'stop imports',
    success: { status: 200, schema: ImportSchema },
    problems: [404, 409],
    find: ({ context, actor, params }) => importToSee(context, actor, params.import_id!),
    handle: ({ context, actor, subject }) => cancelImport(context, actor, subject.id),
  }),
]

/** What was created stays; a part in progress is undone. */
async function cancelImport(platform: TelephonyPlatform, actor: Actor, id: string): Promise<ImportView> {
  const { clock, transact } = platform
  const { company } = actor
  return transact(company.id, async (tx) => {
    const running = await visibleImport(tx.db, actor, id)
    const before = importView(running, company.public_id)
    const end = { status: 'cancelled' as const, problem: null }
    const after = await markEnded(platform, tx, company, running, end)
    if (!after) throw conflict('The import has ended')
    await recordChange(tx, clock, actor, { action: 'import.cancelled', id, before, after })
    return after
  })
}
