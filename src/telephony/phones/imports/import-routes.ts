import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { operationOf } from '../../http/operation.ts'
import { instanceToExtend } from '../extensions/extension-access.ts'
import type { Phones } from '../phones.ts'
import { backgroundImportRoutes } from './background/background-import-routes.ts'
import { ImportSchema } from './background/extension-import-events.ts'
import { IMPORT_BYTES, importContacts, readImport } from './import-actions.ts'
import { contactColumns, extensionColumns } from './import-columns.ts'
import { importExtensions } from './import-extensions.ts'
import { ImportReportSchema } from './import-report.ts'

const operation = operationOf<Phones>()

const area = 'Imports'

const query = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({ default: false, description: 'Only validate, and report the errors.' }),
    ),
  },
  { additionalProperties: false },
)

const howToSend =
  'The body is a CSV file (`text/csv`; the header line has the names of the columns, cells are separated by commas, semicolons or tabs) or a list of objects (`application/json`), with at most 10,000 rows. All are created or, when one row is wrong, none.'

export const importRoutes = [
  operation({
    method: 'POST',
    path: '/company/contacts/import',
    area,
    summary: 'Create many users',
    description: `${howToSend} Columns: ${[...contactColumns.keys()].join(', ')}.`,
    access: 'add, invite and remove users',
    query,
    body: 'text',
    fileBytes: IMPORT_BYTES,
    success: { status: 200, schema: ImportReportSchema },
    problems: [400, 409, 415],
    async handle({ context, actor, query: { dry_run: dryRun = false }, body, request }) {
      const rows = await readImport(request, actor, body, contactColumns)
      return importContacts(context, actor, rows, dryRun)
    },
  }),
  operation({
    method: 'POST',
    path: '/instances/:instance_uuid/bulks/extensions/import',
    area,
    summary: 'Create many extensions',
    description: `${howToSend} With more than 500 rows, or with the header \`Prefer: respond-async\`, the rows are checked (400), and created in the background: the response is 202, \`GET /imports/{id}\` shows the progress, and rows that become wrong meanwhile fail alone. Columns: number, name, description, email (of the user), location (its name or id), purpose, and the other fields of \`data\`.`,
    access: 'add extensions',
    query,
    body: 'text',
    fileBytes: IMPORT_BYTES,
    success: { status: 200, schema: ImportReportSchema, inBackground: ImportSchema },
    problems: [400, 404, 409, 415, 502],
    find: ({ context, actor, params }) => instanceToExtend(context, actor, params.instance_uuid!),
    async handle({ context, actor, subject, query: { dry_run: dryRun = false }, body, request }) {
      const rows = await readImport(request, actor, body, extensionColumns)
      return importExtensions(context, actor, subject, rows, {
        dryRun,
        inBackground: prefersBackground(request),
      })
    },
  }),
  ...backgroundImportRoutes,
]

/** RFC 7240. */
const prefersBackground = ({ headers }: FastifyRequest) =>
  String(headers.prefer ?? '')
    .split(',')
    .some((preference) => preference.trim().toLowerCase() === 'respond-async')
