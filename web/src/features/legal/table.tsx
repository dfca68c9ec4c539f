interface TableProps {
  /** Titles of the columns; the first column names the row. */
  columns: string[];
  rows: string[][];
  label: string;
  /** The first column holds names of the browser's storage. */
  code?: boolean;
}

/** A small table; on a phone its rows stand one below the other, each cell with the name of its column. */
export const Table = ({ columns, rows, label, code = false }: TableProps) => (
  <div className="legal-table">
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{code ? <code>{name}</code> : name}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]} data-label={columns[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
