import { Button } from "@mantine/core";
import { useSession } from "../../lib/session.ts";
import { useBackGoesHome } from "../../lib/use-back-goes-home.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { ConfirmEmailBanner } from "../account/confirm-email-banner.tsx";
import { useLogout } from "../account/use-logout.ts";
import { useListParameters } from "../simulations/detail-address.ts";
import { InstallationsSection } from "./installations/installations-section.tsx";
import { ProfileSection } from "./profile/profile-section.tsx";
import { PurchasesSection } from "./purchases/purchases-section.tsx";
import { SimulationsSection } from "./simulations/simulations-section.tsx";
import { ToolsSection } from "./tools/tools-section.tsx";
import "./area.css";

const SECTIONS = [
  { key: "informes", whose: "Mis", what: "Informes", Content: SimulationsSection },
  { key: "instalaciones", whose: "Mis", what: "Instalaciones", Content: InstallationsSection },
  { key: "herramientas", whose: "Mis", what: "Herramientas", Content: ToolsSection },
  { key: "compras", whose: "Mis", what: "Compras", Content: PurchasesSection },
  { key: "perfil", whose: "Mi", what: "Perfil", Content: ProfileSection },
] as const;
type SectionKey = (typeof SECTIONS)[number]["key"];

const DEFAULT: SectionKey = "herramientas";

/** The personal area: the address holds the section, and the back button leads home from every section. */
export function AreaPage() {
  useBackGoesHome();
  const session = useSession();
  const logout = useLogout();
  const [parameters, setParameters] = useListParameters();
  const asked = parameters.get("seccion");
  const section = SECTIONS.find(({ key }) => key === asked) ?? SECTIONS.find(({ key }) => key === DEFAULT);

  if (!session || !section) return null;
  const { Content } = section;
  return (
    <div className="page area">
      <nav className="area-nav" aria-label="Mi área">
        <ul>
          {SECTIONS.map(({ key, whose, what }) => (
            <li key={key}>
              <button
                type="button"
                aria-current={key === section.key ? "page" : undefined}
                onClick={() => setParameters({ seccion: key }, { replace: true })}
              >
                <span className="area-nav-whose">{whose} </span>
                {what}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className="area-body">
        <header className="area-header">
          <div>
            <PageHeading title={`${section.whose} ${section.what}`}>Hola, {session.user.firstName}</PageHeading>
            <p className="area-lead">{session.user.company ?? session.user.email}</p>
          </div>
          <Button variant="default" onClick={logout}>
            Cerrar sesión
          </Button>
        </header>
        <ConfirmEmailBanner />
        <Content />
      </div>
    </div>
  );
}
