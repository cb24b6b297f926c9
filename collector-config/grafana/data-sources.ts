/** The data sources: variables of the dashboard, whose first choice are those that provisioning/ makes. */

interface DataSource {
  readonly variable: string;
  readonly type: string;
  readonly uid: string;
  readonly label: string;
}

export const PROMETHEUS: DataSource = {
  variable: 'prometheus',
  type: 'prometheus',
  uid: 'ragspan-prometheus',
  label: 'Prometheus',
};
export const TEMPO: DataSource = { variable: 'tempo', type: 'tempo', uid: 'ragspan-tempo', label: 'Tempo' };
export const JAEGER: DataSource = { variable: 'jaeger', type: 'jaeger', uid: 'ragspan-jaeger', label: 'Jaeger' };

export const reference = ({ type, variable }: DataSource): { type: string; uid: string } => ({
  type,
  uid: `\${${variable}}`,
});
