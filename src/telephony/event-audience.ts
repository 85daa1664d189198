/**
 * Who receives an event, decided when it happens: every user of the company, some of them (by contact id, the owner
 * included where the owner should receive it), or nobody, for events that only invalidate caches.
 */
export type Audience =
  | { readonly to: 'company' }
  | { readonly to: 'contacts'; readonly contacts: readonly string[] }
  | { readonly to: 'nobody' }

export const wholeCompany: Audience = { to: 'company' }
export const nobody: Audience = { to: 'nobody' }

export function hears(audience: Audience, contactId: string): boolean {
  return audience.to === 'company' || (audience.to === 'contacts' && audience.contacts.includes(contactId))
}
