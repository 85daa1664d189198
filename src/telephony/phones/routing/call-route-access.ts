import type { Instance } from '../../company/instances/instance.ts'
import { instanceOfCompany } from '../../company/instances/instance-access.ts'
import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { type CallRoute, callRoutesTable } from '../call-routes/call-route.ts'
import { type MenuSettings, menus } from '../call-routes/menus.ts'
import type { RouteKind } from '../call-routes/route-kind.ts'

/** The instance for a new route: for managers. */
export async function instanceToRoute(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
): Promise<Instance> {
  const instance = await instanceOfCompany(platform, actor, params.instance_uuid!)
  requirePermission(actor, 'change how calls are routed')
  return instance
}

/** A route of the actor's company, for all its users. */
export async function routeToShow(
  platform: TelephonyPlatform,
  actor: Actor,
  kind: RouteKind,
  params: Record<string, string>,
): Promise<CallRoute> {
  const { uuid } = await instanceOfCompany(platform, actor, params.instance_uuid!)
  const { read } = platform.database
  const route = await callRoutesTable.findBy(read, {
    company_id: actor.company.id,
    id: params[`${kind.name}_id`]!,
    instance_uuid: uuid,
    kind: kind.name,
  })
  if (!route) throw noRoute(kind)
  return route
}

/** For managers. */
export async function routeToEdit(
  platform: TelephonyPlatform,
  actor: Actor,
  kind: RouteKind,
  params: Record<string, string>,
): Promise<CallRoute> {
  const route = await routeToShow(platform, actor, kind, params)
  requirePermission(actor, 'change how calls are routed')
  return route
}

export const noRoute = ({ noun }: RouteKind) => notFound(`There is no such ${noun}`)

/** A menu that has a prompt, for all users of the company. */
export async function menuWithPrompt(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
): Promise<{ menu: CallRoute; prompt: NonNullable<MenuSettings['prompt']> }> {
  const menu = await routeToShow(platform, actor, menus, params)
  const { prompt } = menu.settings as MenuSettings
  if (!prompt) throw notFound('The menu has no prompt')
  return { menu, prompt }
}
