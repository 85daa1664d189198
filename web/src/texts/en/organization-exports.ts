export const organizationExports = {
  title: 'Exports',
  intro:
    'A copy of all messages, people, streams and files, without passwords and keys. Exports run in the background. The last five are kept.',
  create: 'Start export',
  when: 'Requested',
  who: 'By',
  state: 'State',
  pending: 'In progress',
  ready: 'Ready',
  failed: 'Failed',
  deleted: 'Deleted',
  none: 'No exports yet',
  noneHint:
    'An export is an archive of everything in this organization. Only administrators can download it.',
  deleteOf: (id: number) => `Delete export ${id}`,
  deleteTitle: 'Delete export?',
  deleteHint: 'The archive is deleted from the server. The export stays in this list.',
}
