// The HTTP part of the server.

import { Refused, refused } from '../refusal';
import type { ErrorInfo } from '../wire';
import type { Method } from './door';

/** Asks the server; throws [`Refused`]. A body is sent as JSON, a string as plain text. */
export async function ask(method: Method, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {};
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (typeof body === 'string') {
    headers['content-type'] = 'text/plain; charset=utf-8';
    init.body = body;
  } else if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw refused('offline');
  }
  if (response.ok) return response;
  // A proxy in front of a server that is down answers with a page of its own.
  if (response.status === 502 || response.status === 503 || response.status === 504) {
    throw refusalIn(await response.text(), 'offline');
  }
  throw refusalIn(await response.text(), 'unclear');
}

/** The refusal that a body tells of. */
export function refusalIn(body: string, otherwise: 'offline' | 'unclear'): Refused {
  try {
    const refusal = JSON.parse(body) as ErrorInfo;
    if (typeof refusal.code === 'string' && typeof refusal.words.en === 'string') return new Refused(refusal);
  } catch {
    // Not a refusal of ours.
  }
  return refused(otherwise);
}
