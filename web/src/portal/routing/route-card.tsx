import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { FieldSpec, NumberSpec, TextSpec } from '../../resource/draft-fields.tsx'
import type { Patch } from '../../resource/pointers.ts'
import type { FormCreates, Resource, RowAction } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Card } from '../../ui/section-page.tsx'
import { RowButton } from '../../ui/table.tsx'
import { useNextNumber } from '../numbers/known-numbers.ts'
import { usePortal } from '../shell/portal-context.ts'

/** A number that passes calls on. */
interface Route {
  id: string
  number: number
  name: string
}

interface RouteCardProps<T extends Route, Input extends object> {
  texts: { title: string; add: string; none: string; noneHint: string }
  routes: UseQueryResult<T[]>
  /** Where it leads to, in a few words. */
  describe: (route: T) => string
  fields: (route: T | undefined) => readonly FieldSpec<Input>[]
  create: FormCreates<T, Input>
  change: { storedOf: (route: T) => Input; save: (route: T, patch: Patch<Input>) => Promise<T> }
  remove: (id: string) => Promise<unknown>
  /** What else can be done with one, also by others. */
  actions?: (route: T) => readonly RowAction[]
}

/** The routes of a kind: who may manage them adds, edits and deletes. */
export function RouteCard<T extends Route, Input extends object>(props: RouteCardProps<T, Input>) {
  const { texts, routes, describe, fields, create, change, remove, actions = () => [] } = props
  const { mayManage } = usePortal()
  const resource: Resource<T, Input> = {
    title: texts.title,
    query: routes,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    empty: { title: mayManage ? `${texts.none} ${texts.noneHint}` : texts.none },
    columns: [
      { heading: p.routing.number, cell: ({ number }) => number },
      {
        heading: p.routing.name,
        cell: ({ name }, open) =>
          mayManage ? (
            <RowButton aria-label={p.routing.edit(name)} onClick={() => open('edit')}>
              {name}
            </RowButton>
          ) : (
            name
          ),
      },
      { heading: p.routing.leadsTo, labelled: true, cell: describe },
    ],
    actions: (route, open) => [
      [
        ...actions(route),
        ...(mayManage
          ? [{ label: p.routing.remove(route.name), icon: <Trash2 />, onChoose: () => open('delete') }]
          : []),
      ],
    ],
    create: mayManage && { label: texts.add, icon: <Plus />, look: 'plain' },
    form: {
      title: (route) => (route ? p.routing.edit(route.name) : texts.add),
      fields: (_, route) => fields(route),
      create,
      change,
    },
    remove: {
      title: ({ name }) => p.routing.removeTitle(name),
      text: () => p.routing.removeText,
      run: ({ id }) => remove(id),
    },
  }
  return <ResourceList resource={resource} frame={Card} />
}

/** What every route has, with a free number. */
export function useFreshRoute(instanceUuid: string) {
  const { mayManage } = usePortal()
  return { number: useNextNumber(instanceUuid, mayManage).data?.number ?? Number.NaN, name: '' }
}

export const routeFields = (): { kind: 'row'; fields: (NumberSpec<'/number'> | TextSpec<'/name'>)[] } => ({
  kind: 'row',
  fields: [
    { kind: 'number', at: '/number', label: p.routing.number, hint: p.routing.numberHint, required: true },
    { at: '/name', label: p.routing.name, required: true, trim: true },
  ],
})
