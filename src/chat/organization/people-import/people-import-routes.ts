import { Type } from '@sinclair/typebox'
import { MEBIBYTE } from '../../http/one-file.ts'
import { boolean, integer, otherwise } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Messages } from '../../messages/messages.ts'
import {
  deletePeopleImport,
  getImportRows,
  getPeopleImports,
  planUpload,
  startPeopleImport,
} from './order-people-import.ts'
import type { PeopleImportRowsTable, PeopleImportsTable } from './people-imports-table.ts'
import type { PlannedPerson } from './plan-people-import.ts'

const endpoint = endpointOf<Messages>()

const MAX_MEBIBYTES = 5
const ROWS_PER_PAGE = 500

const exact = { additionalProperties: false }
const TextOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const TimeOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })
const actions = ['create', 'change', 'deactivate', 'reactivate', 'none'] as const

const ImportSchema = Type.Object(
  {
    id: Type.Integer(),
    acting_user_id: Type.Integer({ description: 'Who has uploaded or started it.' }),
    name: Type.String({ description: 'Of the file.' }),
    created_at: Type.Integer(),
    started_at: TimeOrNull('null: it was only tried.'),
    finished_at: TimeOrNull('null: it is not finished.'),
    problem: TextOrNull('Why it ended before its last row.'),
    total: Type.Integer({ description: 'How many rows the file has.' }),
    wrong: Type.Integer({ description: 'Rows that cannot be done. Then none of them is.' }),
    done: Type.Integer({ description: 'Rows that are done, or have failed.' }),
    failed: Type.Integer({
      description: 'Rows that have failed, such as of a person who was closed meanwhile.',
    }),
  },
  exact,
)

const RowSchema = Type.Object(
  {
    line: Type.Integer({ description: 'Of the file, counted from 1.' }),
    email: Type.String(),
    name: TextOrNull('null: it stays.'),
    role: TextOrNull('null: it stays; new people are members.'),
    action: Type.Union(
      actions.map((action) => Type.Literal(action)),
      { description: 'What the row does to the person.' },
    ),
    problem: TextOrNull('What is wrong with the row, or why it has failed.'),
    done_at: TimeOrNull('null: it is not done.'),
  },
  exact,
)

const importId = integer('Which import.')
const Nothing = Type.Object({}, exact)

export const peopleImportRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/people_imports',
    summary: 'Get imports of people',
    description: 'The last ten, the newest first. They are removed after 30 days.',
    access: 'import people',
    parameters: {},
    response: Type.Object({ imports: Type.Array(ImportSchema) }, exact),
    async handle({ chat, realm }) {
      return { imports: (await getPeopleImports(chat, realm)).map(viewImport) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/realm/people_imports',
    summary: 'Try an import of people',
    description:
      'A dry run: reads a CSV file with the columns email, name, role, active, groups and streams, and stores what each row would do. Changes nobody. Start the import if its rows are right.',
    access: 'import people',
    file: 'A CSV file of at most 5 MiB and 10,000 rows.',
    fileBytes: () => MAX_MEBIBYTES * MEBIBYTE,
    parameters: {},
    response: Type.Object({ import: ImportSchema }, exact),
    async handle({ chat, actor, files }) {
      return { import: viewImport(await planUpload(chat, actor, files)) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/realm/people_imports/:import_id/rows',
    summary: 'Get the rows of an import of people',
    description: `At most ${ROWS_PER_PAGE}, in the order of the file. Ask again with the last line until there are no more.`,
    access: 'import people',
    parameters: {
      import_id: importId,
      after: otherwise(integer('The line before the first one.'), 0),
      problems_only: otherwise(boolean('Only rows that are wrong or have failed.'), false),
    },
    response: Type.Object({ rows: Type.Array(RowSchema) }, exact),
    async handle({ chat, realm, input }) {
      const part = { after: input.after, limit: ROWS_PER_PAGE, problemsOnly: input.problems_only }
      return { rows: (await getImportRows(chat, realm, input.import_id, part)).map(viewRow) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/realm/people_imports/:import_id/start',
    summary: 'Start an import of people',
    description:
      'Does what the dry run has shown, in the background, and goes on after an interruption. Refused while a row is wrong.',
    access: 'import people',
    parameters: { import_id: importId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await startPeopleImport(chat, actor, input.import_id)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/realm/people_imports/:import_id',
    summary: 'Delete an import of people',
    description: 'Its file and its report. The people stay.',
    access: 'import people',
    parameters: { import_id: importId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await deletePeopleImport(chat, actor, input.import_id)
      return {}
    },
  }),
]

function viewImport({ realm_id: _, ...row }: PeopleImportsTable) {
  return row
}

function viewRow({ line, email, action, plan, problem, done_at }: PeopleImportRowsTable) {
  const { name = null, role = null } = JSON.parse(plan) as Partial<PlannedPerson>
  return { line, email, name, role, action, problem, done_at }
}
