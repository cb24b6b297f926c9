/** Receives what Alertmanager sends, as a paging system would. */
import { createServer } from 'node:http';
import { listen } from '../../demo/listen.ts';

export interface Notification {
  readonly at: Date;
  /** Of the route: the last part of the address. */
  readonly receiver: string;
  readonly status: 'firing' | 'resolved';
  readonly alerts: readonly {
    readonly status: 'firing' | 'resolved';
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  }[];
}

export interface Webhook {
  readonly url: string;
  readonly notifications: readonly Notification[];
  close(): Promise<void>;
}

export async function startWebhook(onNotification: (one: Notification) => void = () => {}): Promise<Webhook> {
  const notifications: Notification[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const said = JSON.parse(body) as Pick<Notification, 'status' | 'alerts'>;
      const one = { ...said, at: new Date(), receiver: request.url?.split('/').at(-1) ?? '' };
      notifications.push(one);
      onNotification(one);
      response.writeHead(200).end();
    });
  });
  const { url, close } = await listen(server);
  return { url, notifications, close };
}
