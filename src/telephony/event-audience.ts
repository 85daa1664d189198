/**
 * Who may hear of an event, decided when it happens: every user of the company, some of them (by contact
 * id; whoever must include the owner names the owner), or nobody: such an event only tells other processes.
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
