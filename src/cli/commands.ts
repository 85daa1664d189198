import type { Command } from './command.ts'

export interface ListedCommand {
  /** one line, for the list of commands */
  summary: string
  /** Loaded on demand: printing the help must not load the whole program. */
  load(): Promise<Command>
}

/** In the order of the help. */
export const commands: ReadonlyMap<string, ListedCommand> = new Map([
  [
    'serve',
    { summary: 'Run the server.', load: async () => (await import('./serve-command.ts')).serveCommand },
  ],
  [
    'migrate',
    {
      summary: 'Migrate the database to this version; the server also does so when it starts.',
      load: async () => (await import('./migrate-command.ts')).migrateCommand,
    },
  ],
  [
    'maintenance',
    {
      summary: 'Make all servers refuse requests with a message, or serve again; phones go on.',
      load: async () => (await import('./maintenance-command.ts')).maintenanceCommand,
    },
  ],
  [
    'doctor',
    {
      summary: 'Check a running installation from inside and outside; say what is wrong and what to do.',
      load: async () => (await import('./doctor-command.ts')).doctorCommand,
    },
  ],
  [
    'backup',
    {
      summary: 'Copy all data into a new folder or a bucket, while the server runs; or check such a copy.',
      load: async () => (await import('./backup-command.ts')).backupCommand,
    },
  ],
  [
    'restore',
    {
      summary: 'Restore a backup into an empty data folder, or an empty database of PostgreSQL.',
      load: async () => (await import('./restore-command.ts')).restoreCommand,
    },
  ],
  [
    'compact',
    {
      summary: 'Return the space of deleted rows to the disk, while no server runs (SQLite).',
      load: async () => (await import('./compact-command.ts')).compactCommand,
    },
  ],
  [
    'move',
    {
      summary: 'Copy all data from SQLite to PostgreSQL, or back, while no server runs.',
      load: async () => (await import('./move-command.ts')).moveCommand,
    },
  ],
  [
    'move-files',
    {
      summary: 'Move files into the S3 bucket while the server runs, or back while none does.',
      load: async () => (await import('./move-files-command.ts')).moveFilesCommand,
    },
  ],
  [
    'rotate-secret-key',
    {
      summary: 'Encrypt all stored secrets with a new key, while no server runs.',
      load: async () => (await import('./rotate-secret-key-command.ts')).rotateSecretKeyCommand,
    },
  ],
  [
    'replace-lost-key',
    {
      summary: 'Replace all secrets that a lost secret key encrypted with new ones.',
      load: async () => (await import('./replace-lost-key-command.ts')).replaceLostKeyCommand,
    },
  ],
  [
    'create-organization',
    {
      summary:
        'Create an organization, at the root domain or at its own host, perhaps with its owner and phones.',
      load: async () => (await import('./create-organization-command.ts')).createOrganizationCommand,
    },
  ],
  [
    'create-user',
    {
      summary:
        'Create an account for a person, with its phone user; print its API key and a link to set a password.',
      load: async () => (await import('./create-user-command.ts')).createUserCommand,
    },
  ],
  [
    'people',
    {
      summary:
        'Create, change and deactivate many people from a CSV file; --dry-run only says what it would do.',
      load: async () => (await import('./people-command.ts')).peopleCommand,
    },
  ],
  [
    'create-bot',
    {
      summary: 'Create a bot that belongs to a person and print its API key.',
      load: async () => (await import('./create-bot-command.ts')).createBotCommand,
    },
  ],
  [
    'rotate-key',
    {
      summary: 'Give an account a new API key; the old one stops working.',
      load: async () => (await import('./rotate-key-command.ts')).rotateKeyCommand,
    },
  ],
  [
    'list-users',
    {
      summary: 'List the people and bots of an organization, or the users of a company.',
      load: async () => (await import('./list-users-command.ts')).listUsersCommand,
    },
  ],
  [
    'set-password',
    {
      summary: 'Set a new password for a person; ends all sessions and replaces API keys.',
      load: async () => (await import('./set-password-command.ts')).setPasswordCommand,
    },
  ],
  [
    'remove-two-factor',
    {
      summary: 'Remove the two-factor authentication of a person who lost the device; ends all sessions.',
      load: async () => (await import('./remove-two-factor-command.ts')).removeTwoFactorCommand,
    },
  ],
  [
    'release-openid',
    {
      summary: 'Let a person with a new identity at the OpenID Connect provider take over an account.',
      load: async () => (await import('./release-openid-command.ts')).releaseOpenIdCommand,
    },
  ],
  [
    'change-role',
    {
      summary: 'Make a person an administrator, a member or a guest.',
      load: async () => (await import('./change-role-command.ts')).changeRoleCommand,
    },
  ],
  [
    'link-phone-user',
    {
      summary: 'Make an account a phone user of the company; primary: the owner of the phones.',
      load: async () => (await import('./link-phone-user-command.ts')).linkPhoneUserCommand,
    },
  ],
  [
    'deactivate-user',
    {
      summary: 'Deactivate an account: its sessions, API key, event queues and bots stop working.',
      load: async () => (await import('./deactivate-user-command.ts')).deactivateUserCommand,
    },
  ],
  [
    'reactivate-user',
    {
      summary: 'Reactivate a deactivated account.',
      load: async () => (await import('./reactivate-user-command.ts')).reactivateUserCommand,
    },
  ],
  [
    'deactivate-organization',
    {
      summary: 'Deactivate an organization: everybody is signed out, and no API key works. All data stays.',
      load: async () => (await import('./deactivate-organization-command.ts')).deactivateOrganizationCommand,
    },
  ],
  [
    'reactivate-organization',
    {
      summary: 'Reactivate a deactivated organization.',
      load: async () => (await import('./reactivate-organization-command.ts')).reactivateOrganizationCommand,
    },
  ],
  [
    'export',
    {
      summary: 'Export all data of an organization to a file.',
      load: async () => (await import('./export-command.ts')).exportCommand,
    },
  ],
  [
    'import',
    {
      summary: 'Make an organization from an export of Switchboard or another chat, while no server runs.',
      load: async () => (await import('./import-command.ts')).importCommand,
    },
  ],
  [
    'create-company',
    {
      summary: 'Create a telephony company with its primary user and print its API key.',
      load: async () => (await import('./create-company-command.ts')).createCompanyCommand,
    },
  ],
  [
    'list-companies',
    {
      summary: 'List the telephony companies.',
      load: async () => (await import('./list-companies-command.ts')).listCompaniesCommand,
    },
  ],
  [
    'create-api-key',
    {
      summary: 'Create an API key for a company and print it.',
      load: async () => (await import('./create-api-key-command.ts')).createApiKeyCommand,
    },
  ],
  [
    'add-texting-number',
    {
      summary: 'Give a company a texting number that your carrier has assigned to you.',
      load: async () => (await import('./add-texting-number-command.ts')).addTextingNumberCommand,
    },
  ],
  [
    'add-fax-number',
    {
      summary: 'Give a company a fax number that your provider has assigned to you.',
      load: async () => (await import('./add-fax-number-command.ts')).addFaxNumberCommand,
    },
  ],
  [
    'asterisk',
    {
      summary: 'Write the configuration of Asterisk as PBX and create the database of its phones.',
      load: async () => (await import('./asterisk-command.ts')).asteriskCommand,
    },
  ],
  [
    'seed-demo',
    {
      summary: 'Create the demo organization, unless the root domain has one, and print its people and keys.',
      load: async () => (await import('./seed-demo-command.ts')).seedDemoCommand,
    },
  ],
  [
    'openapi',
    {
      summary: 'Print the OpenAPI document of an API (default: chat); --write updates all of them in docs/.',
      load: async () => (await import('./openapi-command.ts')).openapiCommand,
    },
  ],
])
