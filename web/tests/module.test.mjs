// The module that answers a page without a server, and the files it plays by, as they are served.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { house } from './table.mjs';

let home;
before(async () => (home = await house()));
after(() => home.close());

test('the module and its files have names that change with them, and are kept for good', async () => {
  const page = await home.visitor();
  const fetched = async (path) => {
    const reply = await page.request.get(`/door/${path}`);
    assert.equal(reply.status(), 200, path);
    return { body: await reply.body(), headers: reply.headers() };
  };
  const { body, headers } = await fetched('manifest.json');
  assert.equal(headers['cache-control'], 'no-cache');
  const { module, bytes, nets } = JSON.parse(body);
  assert.match(module ?? '', /^door-[0-9a-f]{16}\.wasm$/, 'the program was built with the module');

  const code = await fetched(module);
  assert.equal(code.headers['content-type'], 'application/wasm');
  assert.match(code.headers['cache-control'], /immutable/);
  assert.equal(code.headers['content-encoding'], 'br');
  assert.equal(code.body.length, bytes);
  const names = WebAssembly.Module.exports(await WebAssembly.compile(code.body)).map(({ name }) => name);
  for (const name of ['reserve', 'call', 'answer', 'slice', 'memory']) assert.ok(names.includes(name), name);

  assert.ok(nets.length >= home.games.length, 'every game has a file to play by');
  for (const { file, bytes, sha256 } of nets) {
    const net = await fetched(file);
    assert.match(net.headers['cache-control'], /immutable/);
    assert.equal(net.body.length, bytes);
    assert.equal(createHash('sha256').update(net.body).digest('hex'), sha256, file);
    assert.ok(file.includes(sha256.slice(0, 16)), file);
  }
});
