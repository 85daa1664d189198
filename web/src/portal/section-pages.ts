import { type ComponentType, lazy } from 'react'
import type { SectionName } from './shell/portal-sections.ts'

/** Gets the rest of its address. */
type SectionPage = ComponentType<{ path: readonly string[] }>

/** Each is loaded when it is first opened. */
export const sectionPages: Readonly<Record<SectionName, SectionPage>> = {
  overview: lazy(async () => ({ default: (await import('./overview/overview-page.tsx')).OverviewPage })),
  company: lazy(async () => ({ default: (await import('./company/company-page.tsx')).CompanyPage })),
  users: lazy(async () => ({ default: (await import('./users/users-page.tsx')).UsersPage })),
  locations: lazy(async () => ({ default: (await import('./locations/locations-page.tsx')).LocationsPage })),
  instances: lazy(async () => ({ default: (await import('./locations/instances-page.tsx')).InstancesPage })),
  extensions: lazy(async () => ({
    default: (await import('./extensions/extensions-page.tsx')).ExtensionsPage,
  })),
  routing: lazy(async () => ({ default: (await import('./routing/routing-page.tsx')).RoutingPage })),
  trunks: lazy(async () => ({ default: (await import('./trunks/trunks-page.tsx')).TrunksPage })),
  calls: lazy(async () => ({ default: (await import('./calls/calls-page.tsx')).CallsPage })),
  voicemail: lazy(async () => ({ default: (await import('./voicemail/voicemail-page.tsx')).VoicemailPage })),
  texting: lazy(async () => ({ default: (await import('./texting/texting-page.tsx')).TextingPage })),
  faxes: lazy(async () => ({ default: (await import('./faxes/faxes-page.tsx')).FaxesPage })),
  status: lazy(async () => ({ default: (await import('./status/status-page.tsx')).StatusPage })),
  keys: lazy(async () => ({ default: (await import('./api-keys/api-keys-page.tsx')).ApiKeysPage })),
  webhooks: lazy(async () => ({ default: (await import('./webhooks/webhooks-page.tsx')).WebhooksPage })),
  audit: lazy(async () => ({ default: (await import('./audit/audit-page.tsx')).AuditPage })),
  events: lazy(async () => ({ default: (await import('./inspector/inspector-page.tsx')).InspectorPage })),
}
