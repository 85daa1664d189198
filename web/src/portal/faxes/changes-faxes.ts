/** Whether what is shown of faxes may be out of date after this event. */
export function changesFaxes(event: string): boolean {
  return event.startsWith('fax.') || event === 'authenticated' || event === 'events.missed'
}
