export const organizationExports = {
  title: 'Exports',
  intro:
    'A copy of all messages, people, streams and files, without passwords and keys. It is made in the background; five are kept.',
  create: 'Make an export',
  when: 'Asked for',
  who: 'By',
  state: 'State',
  pending: 'Being made',
  ready: 'Ready',
  failed: 'Failed',
  deleted: 'Deleted',
  none: 'No exports yet',
  noneHint:
    'An export is an archive with everything that the organization has. Only administrators can fetch it.',
  deleteOf: (id: number) => `Delete export ${id}`,
  deleteTitle: 'Delete the export?',
  deleteHint: 'The archive is removed from the server. That it was made stays in this list.',
}
