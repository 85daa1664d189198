import autocannon from 'autocannon'

export interface Load {
  perSecond: number
  p50: number
  p99: number
  errors: number
}

/** Requests of one kind, as fast as they are answered, over many connections. */
export async function load(options: {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** asked one after the other, instead of the one of the url */
  paths?: string[]
  /** made anew for each request */
  nextBody?: () => string
  /** the same for the path and the headers: other people, other questions */
  next?: () => { path: string; headers: Record<string, string> }
  seconds?: number
  connections?: number
}): Promise<Load> {
  const result = await autocannon({
    url: options.url,
    method: options.method ?? 'GET',
    headers: options.headers ?? {},
    ...(options.body !== undefined && { body: options.body }),
    ...(options.paths && { requests: options.paths.map((path) => ({ path })) }),
    ...(options.nextBody && {
      requests: [{ setupRequest: (request: object) => ({ ...request, body: options.nextBody!() }) }],
    }),
    ...(options.next && {
      requests: [{ setupRequest: (request: object) => ({ ...request, ...options.next!() }) }],
    }),
    duration: options.seconds ?? 5,
    connections: options.connections ?? 128,
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  }
}

/** The same load on both, alternating, so that the machine's moods hit both alike. */
export async function compare(
  ours: Parameters<typeof load>[0],
  bare: Parameters<typeof load>[0],
  rounds = 3,
): Promise<{ ours: Load; bare: Load; ratio: number }> {
  const results: { ours: Load; bare: Load }[] = []
  await load({ ...ours, seconds: 2 })
  await load({ ...bare, seconds: 2 })
  for (let round = 0; round < rounds; round += 1) {
    results.push({ bare: await load(bare), ours: await load(ours) })
  }
  // The median round: one hiccup does not decide.
  results.sort(
    (one, other) => one.ours.perSecond / one.bare.perSecond - other.ours.perSecond / other.bare.perSecond,
  )
  const median = results[Math.floor(results.length / 2)]!
  return { ...median, ratio: median.ours.perSecond / median.bare.perSecond }
}
