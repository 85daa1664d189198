import { plural } from './plural.ts'
export const imports = {
  title: { contacts: 'Import people', extensions: 'Import extensions' },
  intro: {
    contacts:
      'Create many people from one file. Each person with an email address gets an invitation. Either all rows are created or none.',
    extensions:
      'Create many extensions from one file. Missing passwords are generated. Either all rows are created or none.',
  },
  choose: 'Choose a file',
  drop: 'or drop it here',
  formats: 'CSV with a header row, or a JSON array. Up to 10,000 rows and 5 MB, in UTF-8.',
  template: 'Download a template',
  columns: 'Template columns',
  templateName: { contacts: 'people-template.csv', extensions: 'extensions-template.csv' },
  checking: (file: string) => `Checking ${file}…`,
  importing: (count: number) => plural(count, { one: 'Creating 1 row…', other: `Creating ${count} rows…` }),
  sending: 'Uploading the file',
  working: 'This may take a moment. Please keep this window open.',
  ready: {
    contacts: (count: number) =>
      plural(count, { one: '1 person can be created.', other: `${count} people can be created.` }),
    extensions: (count: number) =>
      plural(count, { one: '1 extension can be created.', other: `${count} extensions can be created.` }),
  },
  faulty: (invalid: number, total: number) =>
    `${invalid} of ${total} rows cannot be imported. Correct the file and choose it again; nothing has been created.`,
  done: {
    contacts: (count: number) =>
      plural(count, { one: '1 person was created.', other: `${count} people were created.` }),
    extensions: (count: number) =>
      plural(count, { one: '1 extension was created.', other: `${count} extensions were created.` }),
  },
  running: (created: number, total: number) => `${created} of ${total} extensions created`,
  progress: 'Import progress',
  goesOn: 'The import runs on the server. You can close this window.',
  waits: (reason: string) => `The import is waiting and will try again automatically. ${reason}`,
  stop: 'Cancel import',
  stopped: (created: number, total: number) =>
    `The import was cancelled. ${created} of ${total} extensions were created.`,
  failed: (created: number, total: number, reason: string) =>
    `The import failed: ${created} of ${total} extensions were created. ${reason}`,
  partly: (failed: number) =>
    plural(failed, { one: '1 row could not be created.', other: `${failed} rows could not be created.` }),
  refused: 'The file cannot be imported. Nothing has been created.',
  run: {
    contacts: (count: number) => plural(count, { one: 'Import 1 person', other: `Import ${count} people` }),
    extensions: (count: number) =>
      plural(count, { one: 'Import 1 extension', other: `Import ${count} extensions` }),
  },
  another: 'Choose another file',
  rows: 'Rows in the file',
  onlyFaulty: 'Only rows with errors',
  line: 'Line',
  entry: 'Entry',
  content: 'Content',
  result: 'Result',
  wouldCreate: 'Can be created',
  created: 'Created',
}
