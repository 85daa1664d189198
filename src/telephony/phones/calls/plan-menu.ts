import type { MenuSettings } from '../routing/menus.ts'
import type { MenuPlan } from './call-plan.ts'
import type { DialledRoute } from './find-dialled.ts'

/** A call to a menu: the caller hears a prompt and chooses. */
export function planMenu({ instance, route }: DialledRoute): MenuPlan {
  const { prompt, options, ...settings } = route.settings as MenuSettings
  const to = (number: string) => ({ number, prefix: '' })
  return {
    kind: 'menu',
    callee: { domain: instance.domain, number: route.number },
    prompt: prompt ? { companyId: route.company_id, promptId: prompt.id } : undefined,
    options: Object.fromEntries(options.map(({ digit, destination }) => [digit, destination])),
    directDial: settings.direct_dial,
    seconds: settings.timeout,
    tries: settings.tries,
    instead: { silent: to(settings.timeout_destination), wrong: to(settings.invalid_destination) },
  }
}
