import { Failure } from "@ecotrim/contracts/http";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fp from "fastify-plugin";
import { type Prepared, prepare, sendPrepared } from "./prepared.ts";

/** OpenAPI from the schemas: for people at /api/docs, for programs at /api/docs/json. Register before the routes. */
export const documentation = fp(async (app) => {
  await app.register(swagger, {
    transform: ({ schema, url }) => ({
      // Every error has the same envelope.
      schema: { ...schema, response: { ...(schema?.response as object), default: Failure } },
      url,
    }),
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "EcoTrim",
        version: "1.0.0",
        description:
          "Simulación de baterías para instalaciones fotovoltaicas industriales. Todas las rutas responden también bajo /api/backend. Los números se admiten también como texto con formato español.",
      },
      tags: [
        { name: "simulaciones", description: "Crear, seguir y terminar simulaciones" },
        { name: "curvas", description: "Consumo y producción medidos, para simular con ellos" },
        { name: "optimización", description: "Llamadas que esperan al resultado" },
        { name: "baterías", description: "Recomendación de tamaños" },
        { name: "cuenta", description: "Registro, sesión y datos propios" },
        { name: "mis simulaciones", description: "Guardar, listar, comparar y compartir" },
        { name: "mis instalaciones", description: "Plantas guardadas, de las que parten simulaciones" },
        { name: "avisos", description: "Lo que se cuenta a cada usuario" },
        { name: "pagos", description: "Compras y suscripciones" },
        { name: "informes", description: "Informes en PDF y libros de Excel" },
        { name: "contacto", description: "Mensajes a la empresa" },
        { name: "servicio", description: "Estado de la plataforma" },
      ],
    },
  });
  const documents: Record<string, { type: string; write: () => string }> = {
    "/api/docs/json": { type: "application/json", write: () => JSON.stringify(app.swagger()) },
    "/api/docs/yaml": { type: "application/yaml", write: () => app.swagger({ yaml: true }) },
  };
  const written = new Map<string, Promise<Prepared>>();
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    uiConfig: { docExpansion: "list", validatorUrl: null },
    uiHooks: {
      // The plugin would write the document anew for each caller.
      async preHandler(request, reply) {
        const { url = "" } = request.routeOptions;
        const document = documents[url];
        if (!document) return;
        const prepared = written.get(url) ?? prepare(document.write());
        written.set(url, prepared);
        return sendPrepared(await prepared, `${document.type}; charset=utf-8`, request, reply);
      },
    },
  });
});
