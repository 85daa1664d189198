import { useEffect } from 'react'

/** The forms with changes that are not saved. */
const changedForms = new Set<object>()

/** Closing the tab or loading another page: the browser asks, in its own words. */
addEventListener('beforeunload', (event) => {
  if (changedForms.size > 0) event.preventDefault()
})

export const hasUnsavedChanges = () => changedForms.size > 0

/** While a form has unsaved changes, leaving its page asks first. */
export function useUnsavedChanges(changed: boolean): void {
  useEffect(() => {
    if (!changed) return
    const form = {}
    changedForms.add(form)
    return () => {
      changedForms.delete(form)
    }
  }, [changed])
}
